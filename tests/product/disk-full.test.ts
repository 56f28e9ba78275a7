import { spawnSync } from 'node:child_process'
import { closeSync, mkdirSync, mkdtempSync, openSync, rmSync, writeFileSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { temporaryFolder } from '../../server/src/testing/temporary-folder.ts'
import { BUNDLE } from '../server/command.ts'
import { startServer } from '../server/server-process.ts'

const API_KEY = 'f'.repeat(40)

/** A file system of this size, visible to the process only. Needs user namespaces. */
const onSmallDisk = (folder: string) => [
  'unshare',
  '-Urm',
  'sh',
  '-c',
  'mount -t tmpfs -o size=12m tmpfs "$0" && exec "$@"',
  folder,
]

function canMount(): boolean {
  if (process.platform !== 'linux') return false
  const folder = mkdtempSync(join(tmpdir(), 'heddle-mount-'))
  const [command = '', ...args] = [...onSmallDisk(folder), 'true']
  const { status } = spawnSync(command, args)
  rmSync(folder, { recursive: true, force: true })
  if (status !== 0) console.warn('SKIPPED: a full disk. This system does not let users mount a file system.')
  return status === 0
}

/** What `heddle doctor` prints about a folder that only another process sees. */
function doctorBeside(pid: number, folder: string): string {
  const enter = ['--target', String(pid), '--user', '--mount', '--preserve-credentials']
  const doctor = [process.execPath, BUNDLE, 'doctor', '--data', folder]
  return spawnSync('nsenter', [...enter, ...doctor], { encoding: 'utf8' }).stdout
}

/** Writes until there is no space left. */
function fill(path: string): void {
  const file = openSync(path, 'w')
  try {
    for (const bytes of [65_536, 4_096, 1]) {
      const block = Buffer.alloc(bytes, 'x')
      while (isWritten(file, block));
    }
  } finally {
    closeSync(file)
  }
}

function isWritten(file: number, block: Buffer): boolean {
  try {
    return writeSync(file, block) === block.length
  } catch {
    return false
  }
}

test.skipIf(!canMount())(
  'on a full disk writes get 507 with the reason, /ready is 503, reads go on, and writes resume when there is space',
  async () => {
    const data = temporaryFolder()
    const server = await startServer({ data, apiKey: API_KEY, prefix: onSmallDisk(data) })
    onTestFinished(() => server.kill())
    const disk = join(`/proc/${server.pid}/root`, data)
    const ballast = join(disk, 'ballast')
    mkdirSync(join(disk, 'idle'))
    writeFileSync(join(disk, 'idle', 'heddle.lock'), '')
    const post = (path: string, body: unknown) =>
      fetch(server.url + path, {
        method: 'POST',
        headers: { authorization: `Bearer ${API_KEY}`, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
    const write = (id: string) =>
      post('/call/start', {
        start: {
          project_id: 'team/app',
          id,
          op_name: 'op',
          started_at: '2026-01-01T00:00:00Z',
          attributes: {},
          inputs: { text: 'x'.repeat(200_000) },
        },
      })
    const count = async () => (await post('/calls/query_stats', { project_id: 'team/app' })).json()
    const ready = async () => (await fetch(`${server.url}/ready`)).status
    expect((await write('first')).status).toBe(200)

    fill(ballast)
    // Space that the log has already may take a few more writes.
    let stored = 1
    let refused = await write('more-0')
    while (refused.ok) refused = await write(`more-${stored++}`)

    expect(refused.status).toBe(507)
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(await refused.json()).toMatchObject({ reason: expect.stringContaining('disk is full') })
    expect(await ready()).toBe(503)
    expect(await count()).toMatchObject({ count: stored })
    expect((await fetch(`${server.url}/health`)).status).toBe(200)
    expect(doctorBeside(server.pid, join(data, 'idle'))).toContain('not running')

    rmSync(ballast)
    await vi.waitFor(async () => expect((await write('last')).status).toBe(200), 10_000)
    expect(await ready()).toBe(200)
    expect(await count()).toMatchObject({ count: stored + 1 })
    expect(server.exit()).toBeUndefined()
  },
  60_000,
)
