import { expect, test } from 'vitest'
import { endpoints } from '../testing/endpoints.ts'
import { startService } from '../testing/service.ts'
import { openApiDocument } from './openapi.ts'

const everyEndpoint = endpoints.map((endpoint) => ({
  endpoint,
  gate: { access: 'read', projects: () => [] } as const,
  run: async () => undefined,
}))
const document = JSON.parse(JSON.stringify(openApiDocument(everyEndpoint)))

test('every endpoint of the contract is described', () => {
  for (const { method, path } of endpoints) {
    expect(document.paths[path]?.[method.toLowerCase()]).toMatchObject({
      operationId: expect.any(String),
      summary: expect.any(String),
      responses: { 200: { description: expect.any(String) }, 401: {}, 422: {} },
    })
  }
})

test('operation ids are unique', () => {
  const ids = Object.values(document.paths).flatMap((methods) =>
    Object.values(Object(methods)).map((described) => Object(described).operationId),
  )

  expect(new Set(ids).size).toBe(endpoints.length)
})

test('every reference resolves', () => {
  const references = JSON.stringify(document).matchAll(/"\$ref":"#\/([^"]+)"/g)

  for (const [, pointer = ''] of references) {
    const target = pointer.split('/').reduce((value, key) => value?.[key], document)
    expect(target, pointer).toBeDefined()
  }
})

test('schemas use the JSON Schema dialect of OpenAPI 3.1, in which `items` is one schema', () => {
  const listsOfSchemas = [...JSON.stringify(document).matchAll(/"(items":\[|additionalItems")/g)]

  expect(listsOfSchemas).toEqual([])
})

test('every path parameter is declared as one and is not in the body', () => {
  const described = document.paths['/v2/{entity}/{project}/calls/complete'].post

  expect(described.parameters).toMatchObject([
    { name: 'entity', in: 'path', required: true },
    { name: 'project', in: 'path', required: true },
  ])
  expect(described.requestBody.content['application/json'].schema).toMatchObject({
    required: ['batch'],
    properties: { batch: { type: 'array' } },
  })
})

test('forms, JSON lines and bytes have their media types', () => {
  const { paths } = document

  expect(paths['/file/create'].post.requestBody.content).toHaveProperty('multipart/form-data')
  expect(paths['/file/content'].post.responses[200].content).toHaveProperty('application/octet-stream')
  expect(paths['/calls/stream_query'].post.responses[200].content).toHaveProperty('application/jsonl')
})

test('the document is public and declares authentication where it is required', async () => {
  const service = await startService()

  const { body } = await service.get('/openapi.json', { key: null })

  expect(body).toMatchObject({
    openapi: '3.1.0',
    info: { title: 'Heddle', version: expect.any(String) },
    security: [{ basic: [] }, { bearer: [] }, { header: [] }, { cookie: [] }],
    paths: { '/health': { get: { security: [] } } },
  })
  expect(body).not.toHaveProperty(['paths', '/project/stats', 'post', 'security'])
})
