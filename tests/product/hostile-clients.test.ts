import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { temporaryFolder } from '../../server/src/testing/temporary-folder.ts'
import { type ServerProcess, startServer } from '../server/server-process.ts'

const API_KEY = 'h'.repeat(40)
const FAULTS = fileURLToPath(new URL('faults.cjs', import.meta.url))

/** `HEDDLE_IDLE_CONNECTIONS=4000 npx vitest run tests/product/hostile-clients.test.ts` for more. */
const IDLE_CONNECTIONS = Number(process.env.HEDDLE_IDLE_CONNECTIONS ?? 1_000)

async function start(data: string, environment: Record<string, string> = {}): Promise<ServerProcess> {
  const server = await startServer({ data, apiKey: API_KEY, environment })
  onTestFinished(() => server.kill())
  return server
}

const request = (server: ServerProcess, path: string, body: unknown) =>
  fetch(server.url + path, {
    method: 'POST',
    headers: { authorization: `Bearer ${API_KEY}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })

const write = async (server: ServerProcess, id: string, text = '') => {
  const start = {
    project_id: 'team/app',
    id,
    op_name: 'op',
    started_at: '2026-01-01T00:00:00Z',
    attributes: {},
    inputs: { text },
  }
  return (await request(server, '/call/start', { start })).status
}

const count = async (server: ServerProcess): Promise<unknown> =>
  (await request(server, '/calls/query_stats', { project_id: 'team/app' })).json()

async function open(server: ServerProcess, text: string): Promise<Socket> {
  const socket = connect(Number(new URL(server.url).port), '127.0.0.1')
  socket.on('error', () => {})
  onTestFinished(() => void socket.destroy())
  await once(socket, 'connect')
  socket.write(text)
  return socket
}

const head = (path: string, length: number) =>
  `POST ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${API_KEY}\r\n` +
  `Content-Type: application/json\r\nContent-Length: ${length}\r\n\r\n`

test(`others are served beside ${IDLE_CONNECTIONS} idle connections, 50 stalled bodies and 20 clients that never read`, async () => {
  const server = await start(temporaryFolder(), { HEDDLE_STALL_TIMEOUT: '2s' })
  for (let index = 0; index < 20; index++) await write(server, `large-${index}`, 'x'.repeat(1_000_000))
  const query = JSON.stringify({ project_id: 'team/app' })
  const sockets: Socket[] = []

  for (let index = 0; index < 20; index++) {
    const reader = await open(server, head('/calls/stream_query', query.length) + query)
    reader.pause()
  }
  for (let index = 0; index < 50; index++) {
    sockets.push(await open(server, `${head('/call/start', 100_000)}{"start":`))
  }
  for (let index = 0; index < IDLE_CONNECTIONS; index++) sockets.push(await open(server, ''))

  expect(await write(server, 'beside')).toBe(200)
  expect((await fetch(`${server.url}/ready`)).status).toBe(200)
  expect(await count(server)).toMatchObject({ count: 21 })
  // Closed by the server, which frees their memory.
  const closed = sockets.map((socket) => (socket.closed ? undefined : once(socket.resume(), 'close')))
  await Promise.all(closed)
  expect(await write(server, 'after')).toBe(200)
  expect(server.exit()).toBeUndefined()
}, 120_000)

test('a second server on the folder exits with a message, and the first keeps running', async () => {
  const data = temporaryFolder()
  const server = await start(data)

  await expect(startServer({ data, apiKey: API_KEY })).rejects.toThrow('is in use by a server')

  expect(await write(server, 'first')).toBe(200)
  await server.kill()
  const next = await start(data)
  expect(await count(next)).toMatchObject({ count: 1 })
}, 60_000)

const YEAR_MS = 365 * 86_400_000

/** How far the clock of the server is ahead of that of the test. */
async function yearsAhead(server: ServerProcess): Promise<number> {
  const { record } = JSON.parse(await (await request(server, '/settings/keys/create', {})).text())
  return (Date.parse(record.created_at) - Date.now()) / YEAR_MS
}

test('a clock that jumps by years, forward and back, loses nothing and locks nobody out', async () => {
  const data = temporaryFolder()
  const clock = join(temporaryFolder(), 'clock')
  const server = await start(data, { NODE_OPTIONS: `--require=${FAULTS}`, FAULT_CLOCK: clock })
  const jumps = [0, 10 * YEAR_MS, -20 * YEAR_MS, 3_600_000, 0]

  for (const [index, offset] of jumps.entries()) {
    writeFileSync(clock, String(offset))
    await wait(200)
    expect(await write(server, `call-${index}`)).toBe(200)
    expect(await yearsAhead(server)).toBeCloseTo(offset / YEAR_MS, 1)
    expect(await count(server)).toMatchObject({ count: index + 1 })
    expect((await fetch(`${server.url}/ready`)).status).toBe(200)
  }

  await server.kill()
  expect(await count(await start(data))).toMatchObject({ count: jumps.length })
}, 60_000)
