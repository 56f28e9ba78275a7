import { once } from 'node:events'
import { countCalls } from '@heddle/contract/calls-query'
import { createClient } from '@heddle/contract/client'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { allOperations } from '../operations/all.ts'
import { type AnyOperation, inProject, operation } from '../operations/operation.ts'
import { encodeRequest } from '../testing/encode-request.ts'
import { openService, type Service, startService } from '../testing/service.ts'
import { addressesOf, rootOnlyPathsOf } from './routes.ts'

const guarded = allOperations.filter(({ gate }) => gate.access !== 'public')
const routes = routesOf(guarded)
const projectRoutes = routesOf(guarded.filter(({ gate }) => gate.access !== 'key'))

function routesOf(operations: readonly AnyOperation[]) {
  return operations.flatMap((operation) =>
    addressesOf(operation).map((path) => ({
      method: operation.endpoint.method,
      path,
      endpoint: operation.endpoint,
    })),
  )
}

describe('every authenticated route', () => {
  let service: Service
  let strangerKey: string

  beforeAll(async () => {
    service = await openService()
    strangerKey = (await service.createUser({ entity: 'elsewhere', role: 'admin' })).key
  })
  afterAll(() => service.close())

  test.each(routes)('$method $path is 401 without a key', async ({ endpoint, path }) => {
    const request = await encodeRequest({ ...endpoint, path }, endpoint.example)

    expect(await service.request({ ...request, key: null })).toMatchObject({ status: 401 })
  })

  test.each(projectRoutes)(
    '$method $path is 403 with the key of another entity',
    async ({ endpoint, path }) => {
      const request = await encodeRequest({ ...endpoint, path }, endpoint.example)

      expect(await service.request({ ...request, key: strangerKey })).toMatchObject({ status: 403 })
    },
  )
})

/** Routes that concern only the caller. Adding one is a deliberate decision. */
const ANY_KEY_PATHS = [
  '/graphql',
  '/session',
  '/settings/keys/query',
  '/settings/keys/create',
  '/settings/keys/delete',
  '/settings/storage/query',
  '/projects/query',
  '/metrics',
  '/api/public/projects',
  '/api/public/media',
]

test('no other route is open to every key', () => {
  const paths = guarded.filter(({ gate }) => gate.access === 'key').map(({ endpoint }) => endpoint.path)

  expect(paths).toContain('/graphql')
  expect(paths.filter((path) => !ANY_KEY_PATHS.includes(path))).toEqual([])
})

test('no two operations share a route', () => {
  const addresses = allOperations.flatMap((operation) =>
    addressesOf(operation).map((address) => `${operation.endpoint.method} ${address}`),
  )

  expect(new Set(addresses).size).toBe(addresses.length)
})

test('paths that exist at the root only have no parameters, as they are compared as text', () => {
  const paths = [...rootOnlyPathsOf(allOperations)]

  expect(paths).toContain('/graphql')
  expect(paths.filter((path) => path.includes('{'))).toEqual([])
})

test('the signal of an operation is aborted when the client disconnects', async () => {
  const received: AbortSignal[] = []
  const patient = operation(countCalls, inProject('read'), async (_request, { signal }) => {
    received.push(signal)
    await once(signal, 'abort')
    return { count: 0, has_more: false, total_storage_size_bytes: null }
  })
  const service = await startService({ operations: [patient] })
  const client = createClient({ baseUrl: await service.listen(), apiKey: service.adminKey })
  const leaving = new AbortController()

  const answer = client.call(countCalls, { project_id: 'team/app' }, { signal: leaving.signal })
  await expect.poll(() => received).toHaveLength(1)
  expect(received[0]?.aborted).toBe(false)
  leaving.abort()

  await expect(answer).rejects.toThrow()
  await expect.poll(() => received[0]?.aborted).toBe(true)
})
