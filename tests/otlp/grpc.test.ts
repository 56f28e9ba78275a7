import { type ClientHttp2Session, connect, type IncomingHttpHeaders } from 'node:http2'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { API_KEY, type OtlpServer, startOtlpServer } from './otlp-server.ts'

const EXPORT = '/opentelemetry.proto.collector.trace.v1.TraceService/Export'
const OK = '0'
const INVALID_ARGUMENT = '3'
const RESOURCE_EXHAUSTED = '8'
const UNIMPLEMENTED = '12'
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

/** Makes a unary call with these bytes, and gives the status it ends with. */
function statusOf(body: Buffer, { path = EXPORT, key = API_KEY } = {}): Promise<string | undefined> {
  const stream = session.request({
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

test('an empty export is taken', async () => {
  expect(await statusOf(framed(Buffer.alloc(0)))).toBe(OK)
})

describe('what cannot be taken is refused, and the connection goes on', () => {
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
  // The service hangs up, which some systems tell as a reset.
  idle.on('error', () => idle.destroy())
  await new Promise((resolve) => idle.once('remoteSettings', resolve))

  expect(await own.stop()).toBe(0)
  idle.destroy()
})
