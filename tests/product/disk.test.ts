import { execFileSync } from 'node:child_process'
import { mkdtempSync, renameSync, rmSync, statSync } from 'node:fs'
import { connect } from 'node:http2'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { freePort } from '../../server/src/testing/free-port.ts'
import { exportedSpan, exportOf, inProject, protobufOf } from '../../server/src/testing/otlp.ts'
import { type ServerProcess, startServer } from '../server/server-process.ts'

const API_KEY = 'd'.repeat(40)
const UNAVAILABLE = '14'

let data: string
let grpcPort: number
let server: ServerProcess

beforeEach(async () => {
  data = mkdtempSync(join(tmpdir(), 'heddle-disk-'))
  grpcPort = await freePort()
  server = await startServer({
    data,
    apiKey: API_KEY,
    environment: { HEDDLE_OTLP_GRPC_PORT: String(grpcPort) },
  })
})
afterEach(async () => {
  await server.kill()
  rmSync(data, { recursive: true, force: true })
})

const post = (path: string, body: unknown) =>
  fetch(server.url + path, {
    method: 'POST',
    headers: { authorization: `Bearer ${API_KEY}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })

const writeCall = (id: string, characters: number) =>
  post('/call/start', {
    start: {
      project_id: 'team/app',
      id,
      op_name: 'op',
      started_at: '2026-01-01T00:00:00Z',
      attributes: {},
      inputs: { text: 'x'.repeat(characters) },
    },
  })

const isReady = async (): Promise<number> => (await fetch(`${server.url}/ready`)).status

const largeExport = () =>
  exportOf([exportedSpan({ 'input.value': 'x'.repeat(300_000) })], inProject('team/app'))

function grpcStatus(message: Buffer): Promise<string | undefined> {
  const session = connect(`http://127.0.0.1:${grpcPort}`)
  const head = Buffer.alloc(5)
  head.writeUInt32BE(message.length, 1)
  const stream = session.request({
    ':method': 'POST',
    ':path': '/opentelemetry.proto.collector.trace.v1.TraceService/Export',
    'content-type': 'application/grpc',
    te: 'trailers',
    'wandb-api-key': API_KEY,
  })
  stream.end(Buffer.concat([head, message]))
  return new Promise((resolve, reject) => {
    stream.on('error', reject)
    stream.on('response', (headers) => {
      session.close()
      resolve(headers['grpc-status']?.toString())
    })
  })
}

/** File size limit of the server: a write beyond it fails like a disk error. */
const limitFiles = (bytes: number | 'unlimited') =>
  execFileSync('prlimit', ['--pid', String(server.pid), `--fsize=${bytes}:unlimited`])

test.skipIf(process.platform !== 'linux')(
  'while the disk is not writable clients get Retry-After, and writes resume afterwards',
  async () => {
    expect((await writeCall('first', 10)).status).toBe(200)
    limitFiles(statSync(join(data, 'heddle.sqlite-wal')).size + 50_000)

    const refused = await writeCall('second', 300_000)

    expect(refused.status).toBe(503)
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    expect((await post('/otel/v1/traces', largeExport())).status).toBe(503)
    expect(await grpcStatus(protobufOf(largeExport()))).toBe(UNAVAILABLE)
    expect((await fetch(`${server.url}/health`)).status).toBe(200)

    limitFiles('unlimited')
    expect((await writeCall('second', 300_000)).status).toBe(200)
    expect(await isReady()).toBe(200)
    await server.kill()
    server = await startServer({ data, apiKey: API_KEY })
    const stats = await post('/calls/query_stats', { project_id: 'team/app' })
    expect(await stats.json()).toMatchObject({ count: 2 })
  },
)

test('a server whose database was removed is not ready and acknowledges nothing', async () => {
  const path = join(data, 'heddle.sqlite')
  expect(await isReady()).toBe(200)
  renameSync(path, `${path}.away`)

  expect(await isReady()).toBe(503)
  const refused = await writeCall('lost', 10)
  expect(refused.status).toBe(503)
  expect(await refused.json()).toMatchObject({ reason: expect.stringContaining('deleted') })

  renameSync(`${path}.away`, path)
  expect(await isReady()).toBe(200)
  expect((await writeCall('kept', 10)).status).toBe(200)
})
