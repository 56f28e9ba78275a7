import { createFile } from '@heddle/contract/files'
import { readProjectStats } from '@heddle/contract/service'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ServiceError } from '../errors.ts'
import { inProject, operation } from '../operations/operation.ts'
import { openService, type Service, startService } from '../testing/service.ts'

const STATS = '/project/stats'
const MIB = 1024 ** 2
const malformed = { status: 422, body: { detail: expect.arrayContaining([expect.anything()]) } }

const measureFile = operation(createFile, inProject('write'), async ({ file }) => ({
  digest: `${file.length}`,
}))

let service: Service

beforeAll(async () => {
  service = await openService()
})
afterAll(() => service.close())

test('JSON is parsed with any Content-Type and without one', async () => {
  const raw = { method: 'POST', url: STATS, body: '{"project_id":"team/app"}' } as const

  expect(await service.request(raw)).toMatchObject({ status: 200 })
  for (const type of ['application/json; charset=utf-8', 'text/plain', 'application/octet-stream', 'odd']) {
    expect(await service.request({ ...raw, headers: { 'content-type': type } })).toMatchObject({
      status: 200,
    })
  }
})

test('a payload of 33 MiB is accepted, and unknown fields are ignored', async () => {
  const start = { project_id: 'team/app', op_name: 'op', started_at: 0, attributes: {}, inputs: {} }

  const reply = await service.post('/call/start', { start, unknown: 'x'.repeat(33 * MIB) })

  expect(reply.status).toBe(200)
})

test('a request without payloads is limited to 4 MiB', async () => {
  const body = (bytes: number) => ({ project_id: 'team/app', unknown: 'x'.repeat(bytes) })

  expect(await service.post(STATS, body(3 * MIB))).toMatchObject({ status: 200 })
  expect(await service.post(STATS, body(4 * MIB))).toMatchObject({
    status: 413,
    body: { reason: expect.stringContaining('4194304 bytes') },
  })
})

test('a body over the limit gets 413', async () => {
  const strict = await startService({ bodyBytesMax: 1024 })
  const body = JSON.stringify({ project_id: 'team/app', unknown: 'x'.repeat(2048) })

  const reply = await strict.request({ method: 'POST', url: STATS, body })

  expect(reply).toMatchObject({ status: 413, body: { reason: expect.any(String) } })
})

test.each(['', '{', '[]', 'null', '"text"', '{"project_id":}', '{"project_id":1}', '{}', '\u0000'])(
  'the body %j is malformed',
  async (body) => {
    expect(await service.request({ method: 'POST', url: STATS, body })).toMatchObject(malformed)
  },
)

test('JSON nested over 200 levels deep gets 413', async () => {
  const nested = (depth: number) => `{"project_id":"team/app","x":${'['.repeat(depth)}${']'.repeat(depth)}}`
  const send = (body: string) => service.request({ method: 'POST', url: STATS, body })

  expect(await send(nested(199))).toMatchObject({ status: 200 })
  expect(await send(nested(200))).toMatchObject({ status: 413 })
  expect(await send(nested(100_000))).toMatchObject({ status: 413 })
})

test('an unknown route gets 404, a wrong method 405 with the allowed ones', async () => {
  expect(await service.post('/nothing', {})).toMatchObject({ status: 404, body: { detail: 'Not Found' } })
  expect(await service.get(STATS)).toMatchObject({
    status: 405,
    headers: { allow: 'POST' },
    body: { detail: 'Method Not Allowed' },
  })
})

test('a URL that cannot be decoded gets 400', async () => {
  expect(await service.get('/v2/%ff/x')).toMatchObject({ status: 400, body: { reason: expect.any(String) } })
})

test('an internal error gets 500 without details', async () => {
  const broken = operation(createFile, inProject('write'), async () => {
    throw new Error('secret detail')
  })
  const failing = await startService({ operations: [broken] })
  const form = { project_id: 'team/app', file: new Uint8Array(1) }

  await expect(failing.call(createFile, form)).rejects.toThrow(/500 \{"reason":"Internal server error"\}$/)
})

test('a form is read completely', async () => {
  const measuring = await startService({ operations: [measureFile] })

  const reply = await measuring.call(createFile, { project_id: 'team/app', file: new Uint8Array(5 * MIB) })

  expect(reply).toEqual({ digest: `${5 * MIB}` })
})

test('a file over the limit gets 413', async () => {
  const strict = await startService({ operations: [measureFile], fileBytesMax: 1024 })

  const call = strict.call(createFile, { project_id: 'team/app', file: new Uint8Array(2048) })

  await expect(call).rejects.toThrow(/413/)
})

test.each([
  ['no form', 'application/json', '{}'],
  ['a form without a boundary', 'multipart/form-data', 'x'],
  [
    'a form that breaks off',
    'multipart/form-data; boundary=b',
    '--b\r\nContent-Disposition: form-data; name="a"',
  ],
  [
    'a form with text behind a name',
    'multipart/form-data; boundary=b',
    '--b\r\nContent-Disposition: form-data; name="file"m\n\r\n\r\ntext\r\n--b--\r\n',
  ],
  ['a project that is not UTF-8', 'multipart/form-data; boundary=b', latinForm()],
  ['a form without a file', 'multipart/form-data; boundary=b', formOf('project_id', 'team/app')],
  ['a form without a project', 'multipart/form-data; boundary=b', formOf('file', 'text')],
])('%s is malformed', async (_name, type, body) => {
  const reply = await service.request({
    method: 'POST',
    url: createFile.path,
    body,
    headers: { 'content-type': type },
  })

  expect(reply).toMatchObject(malformed)
})

test('a form with 20 parts and a truncated one gets 413, and the server keeps running', async () => {
  const part = '--b\r\nContent-Disposition: form-data; name="a"\r\n\r\n1\r\n'
  const body = `${part.repeat(20)}--b\r\nContent-Dispo`
  const headers = { 'content-type': 'multipart/form-data; boundary=b' }

  const reply = await service.request({ method: 'POST', url: createFile.path, body, headers })

  expect(reply).toMatchObject({ status: 413, body: { reason: expect.any(String) } })
  expect(await service.get('/health')).toMatchObject({ status: 200 })
})

test('for duplicate part names the first wins', async () => {
  const measuring = await startService({ operations: [measureFile] })
  const body = `${formOf('project_id', 'team/app', false)}${formOf('file', 'four', false)}${formOf('file', 'more text')}`

  const reply = await measuring.request({
    method: 'POST',
    url: createFile.path,
    body,
    headers: { 'content-type': 'multipart/form-data; boundary=b' },
  })

  expect(reply).toMatchObject({ status: 200, body: { digest: '4' } })
})

/** A form whose project has a letter in Latin-1. */
function latinForm(): Buffer {
  return Buffer.from(`${formOf('project_id', 'team/é', false)}${formOf('file', 'text')}`, 'latin1')
}

function formOf(name: string, value: string, isLast = true): string {
  const part = `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`
  return isLast ? `${part}--b--\r\n` : part
}

test.each([
  ['storage_full', 507],
  ['unavailable', 503],
  ['timeout', 504],
] as const)('a storage error %s gets %i with Retry-After', async (code, status) => {
  const failing = operation(readProjectStats, inProject('read'), async () => {
    throw new ServiceError(code, 'reason', { retry_after_seconds: 7 })
  })
  const broken = await startService({ operations: [failing] })

  expect(await broken.post(STATS, { project_id: 'team/app' })).toMatchObject({
    status,
    headers: { 'retry-after': '7' },
    body: { reason: 'reason' },
  })
})
