import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { nowMicros } from '../../server/src/clock.ts'
import { end, start } from '../../server/src/storage/conformance/rows.ts'
import { openDatabase } from '../../server/src/storage/sqlite/database/driver.ts'
import { openSqliteStorage } from '../../server/src/storage/sqlite/storage.ts'
import { openTerminal } from '../../server/src/testing/terminal.ts'
import { BUNDLE } from '../server/command.ts'

/** Kills per command; `HEDDLE_CRASH_ROUNDS=1000 npx vitest run tests/crash` for the long version. */
const ROUNDS = Number(process.env.HEDDLE_CRASH_ROUNDS ?? 3)
/** For each of the earlier schemas. */
const UPGRADE_ROUNDS = Math.ceil(ROUNDS / 3)
const SCHEMAS = fileURLToPath(
  new URL('../../server/src/storage/sqlite/database/earlier-schemas', import.meta.url),
)
const PROJECT = 'team/app'
const CALLS = 4_000
const COPIES = 400
const DAY_MICROS = 86_400_000_000

vi.setConfig({ testTimeout: 120_000 + ROUNDS * 30_000, hookTimeout: 120_000 })

let root: string
/** A data folder with calls, half of them expired. Tests work on copies of it. */
let filled: string

beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'heddle-maintenance-'))
  filled = join(root, 'filled')
  const storage = await openSqliteStorage({ folder: filled })
  const now = nowMicros()
  await storage.calls.write(
    Array.from({ length: CALLS }, (_, n) => {
      const key = { project_id: PROJECT, id: n % 2 === 0 ? `old-${n}` : `new-${n}` }
      const started_at = n % 2 === 0 ? now - 100 * DAY_MICROS : now
      return [start(key, { started_at, trace_id: key.id }), end(key, { ended_at: started_at + 1 })]
    }).flat(),
  )
  await storage.projects.setRetentionDays(PROJECT, 30, now)
  await storage.sealAll()
  await storage.close()
})

afterAll(() => rmSync(root, { recursive: true, force: true }))

let folders = 0
const newFolder = (): string => join(root, `folder-${++folders}`)

function copyOf(folder: string): string {
  const copy = newFolder()
  cpSync(folder, copy, { recursive: true })
  return copy
}

/** Runs a command of the built product, and kills it after a while. Returns how long it ran. */
async function run(args: readonly string[], killAfterMs?: number): Promise<number> {
  const startedAt = performance.now()
  const env = { PATH: process.env.PATH, HEDDLE_API_KEY: 'm'.repeat(40) }
  const child = spawn(process.execPath, [BUNDLE, ...args], { stdio: 'ignore', env })
  const timer = killAfterMs === undefined ? undefined : setTimeout(() => child.kill('SIGKILL'), killAfterMs)
  await once(child, 'exit')
  clearTimeout(timer)
  return performance.now() - startedAt
}

/** Kills a command at random moments, each time on a new folder, and checks what it left. */
async function killRepeatedly(
  prepare: () => string,
  argsFor: (folder: string) => readonly string[],
  check: (folder: string) => Promise<void>,
  rounds = ROUNDS,
): Promise<void> {
  const whole = prepare()
  const durationMs = await run(argsFor(whole))
  await check(whole)
  for (let round = 0; round < rounds; round++) {
    const folder = prepare()
    // Before that, Node is loading the program.
    await run(argsFor(folder), durationMs * (0.3 + 0.7 * Math.random()))
    await check(folder)
    rmSync(folder, { recursive: true, force: true })
  }
}

async function callsIn(folder: string): Promise<string[]> {
  const storage = await openSqliteStorage({ folder })
  try {
    return await storage.calls.find({ project_id: PROJECT, filter: {}, sort: [] })
  } finally {
    await storage.close()
  }
}

async function succeeds(folder: string, ...args: string[]): Promise<void> {
  const { code, noted, printed } = await openTerminal(folder).run(...args)
  expect(code, [...noted, ...printed].join('\n')).toBe(0)
}

const verified = (folder: string) => succeeds(folder, 'verify')

test(`retention that is killed ${ROUNDS} times removes only expired calls, and continues`, async () => {
  await killRepeatedly(
    () => copyOf(filled),
    (data) => ['retention', 'apply', '--data', data],
    async (data) => {
      const left = await callsIn(data)
      expect(left.filter((id) => id.startsWith('new-'))).toHaveLength(CALLS / 2)
      await verified(data)

      await succeeds(data, 'retention', 'apply')
      expect(await callsIn(data)).toHaveLength(CALLS / 2)
      await verified(data)
    },
  )
})

test(`a compaction that is killed ${ROUNDS} times loses nothing, and can be run again`, async () => {
  await killRepeatedly(
    () => copyOf(filled),
    (data) => ['compact', '--data', data],
    async (data) => {
      expect(await callsIn(data)).toHaveLength(CALLS)
      await verified(data)

      // In a process of its own: what verified the folder in this one may still hold it open.
      await run(['compact', '--data', data])
      expect(await callsIn(data)).toHaveLength(CALLS)
      expect(readdirSync(data).filter((name) => name.includes('compacting'))).toEqual([])
    },
  )
})

test(`a backup that is killed ${ROUNDS} times is complete or refused, and the data is unchanged`, async () => {
  const data = copyOf(filled)
  await killRepeatedly(
    newFolder,
    (target) => ['backup', '--data', data, '--to', target],
    async (target) => {
      const restored = newFolder()
      const { code, noted } = await openTerminal(restored).run('restore', '--from', target)
      if (code === 0) await verified(restored)
      else expect(noted.join('\n')).toMatch(/is not a complete backup/)
      expect(existsSync(join(target, 'backup.json'))).toBe(code === 0)
      await verified(data)
    },
  )
  expect(await callsIn(data)).toHaveLength(CALLS)
})

test(`a restore that is killed ${ROUNDS} times can be run again, and no server starts on half of it`, async () => {
  const backup = newFolder()
  await run(['backup', '--data', filled, '--to', backup])
  await killRepeatedly(
    newFolder,
    (data) => ['restore', '--from', backup, '--data', data],
    async (data) => {
      const isWhole = existsSync(join(data, 'heddle.sqlite'))
      const isBegun = existsSync(join(data, 'heddle.sqlite.restoring'))
      if (!isWhole && isBegun)
        await expect(openSqliteStorage({ folder: data })).rejects.toThrow(/restore.*was interrupted/)
      if (!isWhole) await succeeds(data, 'restore', '--from', backup)
      await verified(data)
      expect(await callsIn(data)).toHaveLength(CALLS)
    },
  )
})

test.each(readdirSync(SCHEMAS))(
  'an upgrade from schema %s that is killed ends as one that is not',
  async (dump) => {
    const earlier = newFolder()
    cpSync(filled, earlier, { recursive: true, filter: (path) => !path.includes('heddle.sqlite') })
    const before = fillEarlier(join(earlier, 'heddle.sqlite'), dump)
    await killRepeatedly(
      () => copyOf(earlier),
      (data) => ['users', 'list', '--data', data],
      async (data) => {
        await succeeds(data, 'rebuild')
        await verified(data)
        const db = openDatabase(join(data, 'heddle.sqlite'), { readOnly: true })
        expect(db.prepare('select count(*) as n from calls').get()).toEqual({ n: before })
        db.close()
      },
      UPGRADE_ROUNDS,
    )
  },
)

/** Creates a database of an earlier schema, with copies of its calls so that the upgrade takes a while. Returns the number of calls. */
function fillEarlier(path: string, dump: string): number {
  const db = openDatabase(path, { readOnly: false })
  try {
    db.exec(readFileSync(join(SCHEMAS, dump), 'utf8'))
    // Later ones have derived data in further tables, which copies would lack.
    const tables = dump < '0008' ? ['calls', 'call_starts', 'call_ends'] : []
    for (const table of tables) {
      const columns = db
        .prepare(`select name from pragma_table_info('${table}')`)
        .all<{ name: string }>()
        .map(({ name }) => name)
      const copied = columns.map((name) =>
        name === 'rid' ? 'rid + 1000 * n' : name === 'id' ? "id || '-' || n" : name,
      )
      db.exec(`with recursive copies(n) as (select 1 union all select n + 1 from copies where n < ${COPIES})
        insert into ${table} (${columns.join(', ')}) select ${copied.join(', ')} from ${table}, copies`)
    }
    return Number(db.prepare('select count(*) as n from calls').get()?.n)
  } finally {
    db.close()
  }
}
