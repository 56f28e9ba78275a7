import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect as connectHttp2 } from 'node:http2'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, test } from 'vitest'
import { freePort } from '../../server/src/testing/free-port.ts'
import { type ServerProcess, startServer } from '../server/server-process.ts'

const FAULTS = fileURLToPath(new URL('faults.cjs', import.meta.url))
const API_KEY = 's'.repeat(40)

/** Far more than the grace that the servers here are given, and far less than any timeout of an open request. */
const SOON_MS = 15_000

const folder = mkdtempSync(join(tmpdir(), 'heddle-stop-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

let servers = 0
const start = (environment: Record<string, string> = {}) =>
  startServer({
    data: join(folder, `data-${servers++}`),
    apiKey: API_KEY,
    environment: { HEDDLE_STOP_GRACE: '500ms', ...environment },
  })

async function send(server: ServerProcess, text: string): Promise<Socket> {
  const socket = connect(Number(new URL(server.url).port), '127.0.0.1')
  socket.on('error', () => {})
  await once(socket, 'connect')
  socket.write(text)
  return socket
}

const post = (path: string, headers: string, body: string) =>
  `POST ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${API_KEY}\r\n${headers}\r\n\r\n${body}`

/** Opening a named pipe without a writer blocks forever. */
function makePipe(path: string): void {
  execFileSync('/usr/bin/env', ['mkfifo', path])
}

async function msToStop(server: ServerProcess): Promise<{ code: number | null; ms: number }> {
  const started = performance.now()
  const code = await server.stop()
  return { code, ms: performance.now() - started }
}

test('the service stops within its grace whatever connections are open', async () => {
  const grpcPort = await freePort()
  const server = await start({ HEDDLE_OTLP_GRPC_PORT: String(grpcPort) })
  const sockets = await Promise.all([
    send(server, ''),
    send(server, 'POST /file/create HT'),
    send(server, post('/call/start', 'Content-Length: 100', '{"start"')),
    send(server, post('/call/start', 'Transfer-Encoding: chunked', '5\r\n{"sta')),
    send(
      server,
      post('/file/create', 'Content-Type: multipart/form-data; boundary=b\r\nContent-Length: 99', '--b\r\n'),
    ),
    send(server, post('/calls/live', 'Content-Length: 25', '{"project_id":"team/app"}')),
    // Requests much data, and reads none of it.
    send(server, 'GET /openapi.json HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(200)),
  ])
  for (const socket of sockets) socket.pause()
  const session = connectHttp2(`http://127.0.0.1:${grpcPort}`)
  session.on('error', () => {})
  const stream = session.request({
    ':method': 'POST',
    ':path': '/opentelemetry.proto.collector.trace.v1.TraceService/Export',
    'wandb-api-key': API_KEY,
  })
  stream.on('error', () => {})
  stream.write(Buffer.from([0, 0, 0, 1, 0]))
  await wait(500)

  const { code, ms } = await msToStop(server)

  for (const socket of sockets) socket.destroy()
  session.destroy()
  expect(code).toBe(0)
  expect(ms).toBeLessThan(SOON_MS)
})

test('the process ends even if a storage thread does not', async () => {
  const pipe = join(folder, 'pipe')
  makePipe(pipe)
  const server = await start({ NODE_OPTIONS: `--require ${FAULTS}`, FAULT_PIPE: pipe })
  writeFileSync(`${pipe}.now`, '')
  await wait(500)

  const { code, ms } = await msToStop(server)

  // Killed, which has no code.
  expect(code).toBeNull()
  expect(ms).toBeLessThan(SOON_MS)
})

test('a second signal ends the process at once, whatever its threads are doing', async () => {
  const pipe = join(folder, 'pipe-2')
  makePipe(pipe)
  const server = await start({
    NODE_OPTIONS: `--require ${FAULTS}`,
    FAULT_PIPE: pipe,
    HEDDLE_STOP_GRACE: '1h',
  })
  writeFileSync(`${pipe}.now`, '')
  await wait(500)

  const first = msToStop(server)
  await wait(500)
  process.kill(server.pid, 'SIGTERM')

  expect((await first).ms).toBeLessThan(SOON_MS)
})
