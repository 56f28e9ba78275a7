import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { endpoint } from '@heddle/contract/endpoint'
import { ProjectId } from '@heddle/contract/schema'
import * as Type from 'typebox'
import { expect, onTestFinished, test } from 'vitest'
import { inProject, operation } from '../operations/operation.ts'
import { basicAuth, type Service, startService } from '../testing/service.ts'

const STALL_MS = 400

/** More than the buffers of the kernel take for a client that reads nothing. */
const LONG_CHARS = 24 * 1024 ** 2

const shared = {
  method: 'POST',
  tag: 'service',
  summary: 'Answer',
  request: Type.Object({ project_id: ProjectId }),
  example: { project_id: 'team/app' },
} as const
const reply = Type.Object({ text: Type.String() })
const sendLong = endpoint({ ...shared, path: '/long', reply })
const sendRows = endpoint({ ...shared, path: '/rows', reply, replyAs: 'lines' })
const sendLate = endpoint({ ...shared, path: '/late', reply })

const operations = [
  operation(sendLong, inProject('read'), async () => ({ text: 'x'.repeat(LONG_CHARS) })),
  operation(sendRows, inProject('read'), async () => rows()),
  operation(sendLate, inProject('read'), async () => {
    await wait(4 * STALL_MS)
    return { text: 'late' }
  }),
]

async function* rows() {
  for (let sent = 0; sent < LONG_CHARS; sent += 2 ** 20) yield { text: 'x'.repeat(2 ** 20) }
}

const start = () => startService({ operations, stallTimeoutMs: STALL_MS })

const BODY = '{"project_id":"team/app"}'

const headOf = (service: Service, path: string, length = BODY.length) =>
  `POST ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: ${basicAuth(service.adminKey)}\r\nContent-Length: ${length}\r\n\r\n`

async function open(service: Service, text: string): Promise<Socket> {
  const socket = connect(Number(new URL(await service.listen()).port), '127.0.0.1')
  socket.on('error', () => {})
  onTestFinished(() => void socket.destroy())
  await once(socket, 'connect')
  socket.write(text)
  return socket
}

/** Reads until the server closes the connection. */
async function readAll(socket: Socket): Promise<string> {
  let text = ''
  socket.on('data', (chunk) => {
    text += chunk
  })
  socket.resume()
  await once(socket, 'close')
  return text
}

test.each(['/long', '/rows'])('a client that stops reading %s is disconnected', async (path) => {
  const service = await start()
  const socket = await open(service, headOf(service, path) + BODY)
  // The stall begins with the response, which may take a while on a busy machine.
  await once(socket, 'readable')

  await wait(4 * STALL_MS)

  expect((await readAll(socket)).length).toBeLessThan(LONG_CHARS)
})

test('a client that reads only a little now and then is disconnected', async () => {
  const service = await start()
  const socket = await open(service, headOf(service, '/long') + BODY)
  // Far longer than it should take: a busy machine notices late that the client is slow.
  const until = performance.now() + 30 * STALL_MS
  let received = 0
  socket.on('data', (chunk) => {
    received += chunk.length
    if (performance.now() > until) return
    socket.pause()
    setTimeout(() => socket.resume(), STALL_MS / 2)
  })

  await once(socket, 'close')

  expect(received).toBeLessThan(LONG_CHARS)
})

test.each(['/long', '/rows'])('a client that keeps reading receives all of %s', async (path) => {
  const service = await start()

  const text = await (
    await fetch(`${await service.listen()}${path}`, {
      method: 'POST',
      headers: { authorization: basicAuth(service.adminKey) },
      body: BODY,
    })
  ).text()

  expect(text.length).toBeGreaterThan(LONG_CHARS)
})

test('a slow response is not cut off', async () => {
  const service = await start()
  const socket = await open(service, headOf(service, '/late') + BODY)

  const [chunk] = await once(socket, 'data')

  expect(String(chunk)).toMatch(/^HTTP\/1.1 200 /)
})

test('a connection without requests is closed', async () => {
  const service = await start()

  expect(await readAll(await open(service, ''))).toBe('')
})

test('a client that declares a body and does not send it is disconnected', async () => {
  const service = await start()
  const socket = await open(service, `${headOf(service, '/late')}{"pro`)

  expect(await readAll(socket)).not.toContain('200')
})

test('a rejected request whose body never arrives does not keep its connection open', async () => {
  const service = await start()
  const socket = await open(service, `POST /late HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n{`)

  expect(await readAll(socket)).toMatch(/^HTTP\/1.1 401 /)
})

test.each([
  ['what is not HTTP', 'garbage\r\n\r\n', 400],
  ['a header without a colon', 'GET /health HTTP/1.1\r\nHost: x\r\nodd\r\n\r\n', 400],
  ['headers that are too large', `GET /health HTTP/1.1\r\nHost: x\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`, 431],
  [
    'two different lengths',
    'POST /session HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n',
    400,
  ],
  [
    'a chunk without a length',
    'POST /session HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nodd\r\n',
    400,
  ],
])('%s gets one JSON error, and the connection is closed', async (_name, text, status) => {
  const service = await start()

  const answer = await readAll(await open(service, text))

  expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
  expect(answer.match(/HTTP\/1.1/g)).toHaveLength(1)
  expect(JSON.parse(answer.slice(answer.indexOf('\r\n\r\n')))).toEqual({ reason: expect.any(String) })
})

test('garbage after a request does not corrupt its response', async () => {
  const service = await start()
  const socket = await open(service, headOf(service, '/long') + BODY)
  await once(socket, 'data')
  socket.write('garbage\r\n\r\n')

  expect(await readAll(socket)).not.toContain('HTTP/1.1 400')
})
