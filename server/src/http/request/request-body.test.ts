import { connect } from 'node:net'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { newProject } from '../../testing/objects.ts'
import { exportedSpan, exportOf, inProject } from '../../testing/otlp.ts'
import { basicAuth, type Service, startService } from '../../testing/service.ts'

const KIB = 1024

const startOf = (project_id: string, inputs: object) => ({
  start: { project_id, op_name: 'op', started_at: 0, attributes: {}, inputs },
})

/** Sends the head of a request and some of its body, and leaves the rest unsent. */
async function sendHalf(service: Service, bytes: number): Promise<() => void> {
  const { port } = new URL(await service.listen())
  const socket = connect(Number(port), '127.0.0.1')
  socket.on('error', () => {})
  socket.write(
    `POST /call/start HTTP/1.1\r\nhost: x\r\nauthorization: ${basicAuth(service.adminKey)}\r\ncontent-length: ${2 * bytes}\r\n\r\n`,
  )
  socket.write(Buffer.alloc(bytes, ' '))
  await new Promise((resolve) => setTimeout(resolve, 200))
  return () => socket.destroy()
}

test('an unauthenticated sign-in is limited to 4 KiB', async () => {
  const service = await startService()
  const body = JSON.stringify({ key: [['x'.repeat(5 * KIB)]] })

  const reply = await service.request({ method: 'POST', url: '/session', body, key: null })

  expect(reply).toMatchObject({ status: 413, body: { reason: expect.stringContaining('4096 bytes') } })
})

test('when bodies use up the memory limit the next request gets 503, until a client disconnects', async () => {
  const service = await startService({ bytesInFlightMax: 400 * KIB, bodyBytesMax: 1024 * KIB })
  const leave = await sendHalf(service, 290 * KIB)
  const large = startOf('team/app', { text: 'x'.repeat(200 * KIB) })

  const refused = await service.post('/call/start', large)

  expect(refused).toMatchObject({ status: 503, headers: { 'retry-after': '1' } })
  leave()
  await expect.poll(async () => (await service.post('/call/start', large)).status).toBe(200)
})

test('one user cannot use up the memory limit', async () => {
  const service = await startService({ bytesInFlightMax: 400 * KIB, bodyBytesMax: 1024 * KIB })
  const { key } = await service.createUser({ entity: 'team' })
  const leave = await sendHalf(service, 290 * KIB)

  const own = await service.post('/call/start', startOf('team/app', { text: 'x'.repeat(50 * KIB) }))
  const other = await service.post('/call/start', startOf('team/app', { text: 'x'.repeat(50 * KIB) }), {
    key,
  })

  expect([own.status, other.status]).toEqual([503, 200])
  leave()
})

test('an export that expands beyond the memory limit gets 503, and what it took is released', async () => {
  const service = await startService({ bytesInFlightMax: 400 * KIB, bodyBytesMax: 1024 * KIB })
  const project_id = newProject()
  const send = (kib: number) =>
    service.request({
      method: 'POST',
      url: '/otel/v1/traces',
      headers: { project_id, 'content-type': 'application/json', 'content-encoding': 'gzip' },
      body: gzipSync(JSON.stringify(exportOf([exportedSpan({ text: 'x'.repeat(kib * KIB) })]))),
    })

  for (let attempt = 0; attempt < 3; attempt++) {
    expect(await send(350)).toMatchObject({ status: 503, headers: { 'retry-after': '1' } })
  }

  expect(await send(250)).toMatchObject({ status: 200 })
})

test('a truncated body is not stored, and the server keeps running', async () => {
  const service = await startService()
  const leave = await sendHalf(service, KIB)

  leave()

  expect((await service.get('/health')).status).toBe(200)
})

test('a body shorter or longer than its Content-Length is rejected', async () => {
  const service = await startService()
  const send = (length: number) =>
    service.request({
      method: 'POST',
      url: '/project/stats',
      body: '{"project_id":"team/app"}',
      headers: { 'content-length': String(length) },
    })

  expect(await send(24)).toMatchObject({ status: 400 })
  expect(await send(26)).toMatchObject({ status: 400 })
})

test.each([
  ['has the access nowhere', '/call/start', {}],
  ['may not enter the project of the path', '/v2/others/secret/calls/complete', {}],
  ['has the access nowhere', '/otel/v1/traces', { project_id: 'others/secret' }],
])('a caller who %s is rejected before the body is decoded', async (_, url, headers) => {
  const service = await startService()
  const { key } = await service.createUser({
    entity: 'team',
    role: url.startsWith('/v2/') ? 'editor' : 'viewer',
  })

  const reply = await service.request({ method: 'POST', url, body: 'no JSON', headers, key })

  expect(reply).toMatchObject({ status: 403 })
})

test.each([
  ['need no header', {}],
  ['may have another one in the header', { project_id: 'others/secret' }],
])('spans whose resource names an accessible project %s', async (_, headers) => {
  const service = await startService()
  const project_id = newProject()
  const { key } = await service.createUser({ entity: project_id.split('/')[0] ?? '' })

  const request = exportOf([exportedSpan()], inProject(project_id))

  const reply = await service.post('/otel/v1/traces', request, { key, headers })

  expect(reply.status).toBe(200)
})

test('an issue truncates long keys and values', async () => {
  const service = await startService()
  const long = 'x'.repeat(10 * KIB)

  const reply = await service.post('/call/upsert_batch', { batch: [{ mode: long, req: {} }] })

  expect(reply.status).toBe(422)
  expect(reply.text.length).toBeLessThan(2 * KIB)
})

test('a batch with a million issues reports the first hundred', async () => {
  const service = await startService()
  const batch = `{"batch":[${'{},'.repeat(900_000)}{}]}`

  const reply = await service.request({ method: 'POST', url: '/call/upsert_batch', body: batch })

  expect(reply.status).toBe(422)
  expect(Object(reply.body).detail).toHaveLength(100)
})
