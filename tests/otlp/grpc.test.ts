import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { type ClientHttp2Session, connect, type IncomingHttpHeaders } from 'node:http2'
import { connect as connectSocket } from 'node:net'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { API_KEY, type OtlpServer, startOtlpServer } from './otlp-server.ts'

const EXPORT = '/opentelemetry.proto.collector.trace.v1.TraceService/Export'
const CROWD = fileURLToPath(new URL('grpc-crowd.mjs', import.meta.url))
const OK = '0'
const INVALID_ARGUMENT = '3'
const RESOURCE_EXHAUSTED = '8'
const UNIMPLEMENTED = '12'
const UNAVAILABLE = '14'
const UNAUTHENTICATED = '16'

let server: OtlpServer
let session: ClientHttp2Session

beforeAll(async () => {
  server = await startOtlpServer()
  session = connect(`http://127.0.0.1:${server.grpcPort}`)
})
afterAll(async () => {
  session.close()
  await server.stop()
})

/** Makes a unary call with these bytes, and returns its status. */
function statusOf(
  body: Buffer,
  { path = EXPORT, key = API_KEY } = {},
  over = session,
): Promise<string | undefined> {
  const stream = over.request({
    ':method': 'POST',
    ':path': path,
    'content-type': 'application/grpc',
    te: 'trailers',
    'wandb-api-key': key,
  })
  const heads: IncomingHttpHeaders[] = []
  stream.on('response', (headers) => heads.push(headers)).on('trailers', (headers) => heads.push(headers))
  stream.resume().end(body)
  return new Promise((resolve, reject) => {
    stream.on('error', reject)
    stream.on('close', () => {
      const status = heads.map((head) => head['grpc-status']).find((each) => each !== undefined)
      resolve(status?.toString())
    })
  })
}

function framed(message: Buffer, flag = 0, length = message.length): Buffer {
  const head = Buffer.alloc(5)
  head[0] = flag
  head.writeUInt32BE(length, 1)
  return Buffer.concat([head, message])
}

test('an empty export is accepted', async () => {
  expect(await statusOf(framed(Buffer.alloc(0)))).toBe(OK)
})

describe('an invalid message is rejected, and the connection stays usable', () => {
  test.each<[string, Buffer, object, string]>([
    ['a message that is no export', framed(Buffer.from('garbage')), {}, INVALID_ARGUMENT],
    ['a message that says gzip and is none', framed(Buffer.from('garbage'), 1), {}, INVALID_ARGUMENT],
    ['a message shorter than it says', framed(Buffer.from('ab'), 0, 100), {}, INVALID_ARGUMENT],
    ['no message', Buffer.alloc(0), {}, INVALID_ARGUMENT],
    ['another method', framed(Buffer.alloc(0)), { path: '/some.Service/Other' }, UNIMPLEMENTED],
    ['a wrong key', framed(Buffer.alloc(0)), { key: 'wrong' }, UNAUTHENTICATED],
    ['a message over the limit', framed(Buffer.alloc(65 * 1024 ** 2)), {}, RESOURCE_EXHAUSTED],
  ])('%s', async (_, body, options, status) => {
    expect(await statusOf(body, options)).toBe(status)
    expect(await statusOf(framed(Buffer.alloc(0)))).toBe(OK)
  })
})

test('a client that stays connected does not keep the service from stopping', async () => {
  const own = await startOtlpServer()
  const idle = connect(`http://127.0.0.1:${own.grpcPort}`)
  // The service disconnects, which some systems report as a reset.
  idle.on('error', () => idle.destroy())
  await new Promise((resolve) => idle.once('remoteSettings', resolve))

  expect(await own.stop()).toBe(0)
  idle.destroy()
})

describe('with a stall timeout of half a second', () => {
  let own: OtlpServer

  beforeAll(async () => {
    own = await startOtlpServer({ HEDDLE_STALL_TIMEOUT: '500ms' })
  })
  afterAll(() => own.stop())

  test.each([
    ['says nothing', ''],
    ['begins a greeting', 'PRI * HTTP/2.0\r\n\r\nS'],
    ['speaks another protocol', 'GET / HTTP/1.1\r\n\r\n'],
  ])('a socket that %s is closed', async (_, text) => {
    const socket = connectSocket(own.grpcPort, '127.0.0.1')
    socket.on('error', () => {}).resume()
    socket.write(text)

    await once(socket, 'close')
  })

  test('a session without calls is closed', async () => {
    const idle = connect(`http://127.0.0.1:${own.grpcPort}`)
    idle.on('error', () => {})

    await once(idle, 'close')
  })

  test('a message that is never finished is cancelled', async () => {
    const slow = connect(`http://127.0.0.1:${own.grpcPort}`)
    slow.on('error', () => {})
    const stream = slow.request({ ':method': 'POST', ':path': EXPORT, 'wandb-api-key': API_KEY })
    stream.on('error', () => {}).resume()
    stream.write(framed(Buffer.from('ab'), 0, 100))

    await once(stream, 'close')

    slow.destroy()
    expect(stream.rstCode).not.toBe(0)
  })
})

test('too many large messages at once get UNAVAILABLE, and others are served', async () => {
  const own = await startOtlpServer({ HEDDLE_BODY_LIMIT: '1MiB' })
  const url = `http://127.0.0.1:${own.grpcPort}`
  const crowd = spawn(process.execPath, [CROWD, url, EXPORT, API_KEY], {
    stdio: ['ignore', 'pipe', 'ignore'],
  })

  const [status] = await once(crowd.stdout, 'data')

  expect(String(status).trim()).toBe(UNAVAILABLE)
  crowd.kill('SIGKILL')
  const other = connect(url)
  await expect.poll(() => statusOf(framed(Buffer.alloc(0)), {}, other)).toBe(OK)
  other.destroy()
  await own.stop()
})
