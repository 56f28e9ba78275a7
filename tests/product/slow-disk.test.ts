import { spawnSync } from 'node:child_process'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { temporaryFolder } from '../../server/src/testing/temporary-folder.ts'
import { type ServerProcess, startServer } from '../server/server-process.ts'

const API_KEY = 'w'.repeat(40)
const PROJECT = 'team/app'
/** Several times as many as may be pending at once. A slow machine sends them no faster than some are stored. */
const WRITES_MAX = 10_000
/** Long enough for reads within one flush, even on a busy machine. */
const FLUSH_SECONDS = 2

/** Runs a command whose flushes to disk take this much longer. With `-D` the command keeps its process id. */
const onSlowDisk = (seconds = FLUSH_SECONDS): string[] => [
  ...['strace', '-f', '-D', '-qq', '--seccomp-bpf', '-o', '/dev/null', '-e', 'trace=fsync,fdatasync'],
  ...['-e', `inject=fsync,fdatasync:delay_enter=${seconds * 1_000_000}`],
]

function canSlowDown(): boolean {
  const [command = '', ...args] = [...onSlowDisk(0.001), process.execPath, '-e', '0']
  const isPossible = process.platform === 'linux' && spawnSync(command, args).status === 0
  if (!isPossible) console.warn('SKIPPED: a slow disk. It needs strace 5.3 or later and leave to use it.')
  return isPossible
}

test.skipIf(!canSlowDown())(
  'on a slow disk acknowledgements wait for it, reads go on, excess writes get 429 with Retry-After, and nothing acknowledged is lost',
  async () => {
    const data = temporaryFolder()
    // Creating a database flushes often, which is left to a disk at full speed.
    await (await start(data, [])).stop()
    const server = await start(data, onSlowDisk())

    let isAcknowledged = false
    const first = write(server, 'first').then(({ status }) => {
      isAcknowledged = true
      return status
    })
    const reads = [await count(server), await count(server), await count(server)]

    expect(isAcknowledged).toBe(false)
    expect(reads).toEqual([0, 0, 0])
    expect(await first).toBe(200)
    expect(await count(server)).toBe(1)

    const { acknowledged, refusals } = await overloadUntilKilled(server)

    expect(refusals.map(({ status, retryAfter }) => status === 429 && retryAfter > 0)).not.toContain(false)
    const stored = await storedIn(await start(data, []))
    expect(['first', ...acknowledged].filter((id) => !stored.has(id))).toEqual([])
  },
  240_000,
)

async function start(data: string, prefix: readonly string[]): Promise<ServerProcess> {
  const server = await startServer({ data, apiKey: API_KEY, prefix })
  onTestFinished(() => server.kill())
  return server
}

/** Sends writes until more are pending than may be, and kills the server once it has refused some and acknowledged others. */
async function overloadUntilKilled(server: ServerProcess) {
  const acknowledged: string[] = []
  const refusals: { readonly status: number; readonly retryAfter: number }[] = []
  const send = async (id: string) => {
    const reply = await write(server, id).catch(() => undefined)
    // Killed before it replied.
    if (!reply) return
    if (reply.ok) acknowledged.push(id)
    else refusals.push({ status: reply.status, retryAfter: Number(reply.headers.get('retry-after')) })
  }
  const sent: Promise<void>[] = []
  for (let n = 0; n < WRITES_MAX && refusals.length === 0; n++) {
    sent.push(send(`id-${n}`))
    // The system queues a few hundred connections that the server has not accepted yet, and resets others.
    if (n % 100 === 0) await wait(20)
  }
  while (refusals.length === 0 || acknowledged.length === 0) await wait(50)
  // Above its limit of connections the server closes idle ones, and may do so just when one is used again.
  await count(server).catch(() => count(server))
  await server.kill()
  await Promise.all(sent)
  return { acknowledged, refusals }
}

const post = (server: ServerProcess, path: string, body: unknown): Promise<Response> =>
  fetch(server.url + path, {
    method: 'POST',
    headers: { authorization: `Bearer ${API_KEY}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })

const write = (server: ServerProcess, id: string): Promise<Response> =>
  post(server, '/call/start', {
    start: {
      project_id: PROJECT,
      id,
      op_name: 'op',
      started_at: '2026-01-01T00:00:00Z',
      attributes: {},
      inputs: {},
    },
  })

const count = async (server: ServerProcess): Promise<unknown> =>
  Object(await (await post(server, '/calls/query_stats', { project_id: PROJECT })).json()).count

async function storedIn(server: ServerProcess): Promise<Set<unknown>> {
  const reply = await post(server, '/calls/stream_query', { project_id: PROJECT, columns: ['id'] })
  const lines = (await reply.text()).trimEnd().split('\n')
  return new Set(lines.map((line) => JSON.parse(line).id))
}
