import { createHash } from 'node:crypto'
import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { nowMicros } from '../clock.ts'
import { lockFolder } from '../service/folder-lock.ts'
import { end, json, start } from '../storage/conformance/rows.ts'
import { openDatabase } from '../storage/sqlite/database/driver.ts'
import { openSqliteStorage } from '../storage/sqlite/storage.ts'
import { agentSpan } from '../testing/agent-spans.ts'
import { temporaryFolder } from '../testing/temporary-folder.ts'
import { openTerminal } from '../testing/terminal.ts'
import { MICROS_PER_DAY } from '../time.ts'

const PROJECT = 'team/app'

let root: string
let folder: string

beforeEach(() => {
  root = temporaryFolder()
  folder = join(root, 'data')
})

const run = (...args: string[]) => openTerminal(folder).run(...args)

async function withStorage<T>(
  work: (storage: Awaited<ReturnType<typeof openSqliteStorage>>) => Promise<T>,
): Promise<T> {
  const storage = await openSqliteStorage({ folder })
  onTestFinished(() => storage.close())
  const result = await work(storage)
  await storage.close()
  return result
}

/** Calls that started so many days ago. */
const fill = (...days: number[]) =>
  withStorage(async (storage) => {
    for (const [at, day] of days.entries()) {
      const id = `call-${at}`
      await storage.calls.write([
        start(
          { project_id: PROJECT, id },
          {
            started_at: nowMicros() - day * MICROS_PER_DAY,
            inputs: json({ secret: `secret ${id}`.repeat(50) }),
          },
        ),
        end({ project_id: PROJECT, id }),
      ])
    }
  })

const idsLeft = () => withStorage(({ calls }) => calls.find({ project_id: PROJECT, filter: {}, sort: [] }))

test('a dry run of retention counts what it would remove, and removes nothing', async () => {
  await fill(1, 20, 30)

  const { noted } = await run('retention', 'set', PROJECT, '10', '--dry-run')

  expect(noted.join()).toContain('would remove 2 calls and 0 agent spans')
  const [line = ''] = (await run('retention', 'list', '--ndjson')).printed
  expect(JSON.parse(line)).toMatchObject({ project_id: PROJECT, retention_days: null, expired_calls: 0 })
})

test('retention is set, listed and applied', async () => {
  await fill(1, 20, 30)
  await run('retention', 'set', PROJECT, '10')

  const [line = ''] = (await run('retention', 'list', '--ndjson')).printed
  const dry = await run('retention', 'apply', '--dry-run')
  const { noted } = await run('retention', 'apply')

  expect(JSON.parse(line)).toMatchObject({ retention_days: 10, expired_calls: 2 })
  expect(dry.noted.join()).toContain('would remove 2 calls')
  expect(noted.join()).toContain('removed 2 calls')
  expect(await idsLeft()).toEqual(['call-0'])
  const { printed: logged } = await run('audit', 'list', '--action', 'retention.apply', '--ndjson')
  expect(logged.map((entry) => JSON.parse(entry))).toMatchObject([
    { via: 'cli', project_id: PROJECT, details: { calls: 2, agent_spans: 0 } },
  ])
})

test('what is deleted is gone, and the receipt says what it was', async () => {
  await fill(1, 20, 30)
  await withStorage(({ agentSpans }) => agentSpans.put([agentSpan(PROJECT, 'a', { started_at: 1 })]))
  const file = join(root, 'receipt.json')
  const before = new Date(Date.now() - 10 * 86_400_000).toISOString()

  const dry = await run('delete', PROJECT, '--before', before, '--dry-run')
  const { code, printed } = await run('delete', PROJECT, '--before', before, '--receipt', file)

  expect(dry.noted.join()).toContain('would delete 2 calls and 1 agent spans')
  expect(code).toBe(0)
  expect(JSON.parse(printed.join())).toMatchObject({
    project_id: PROJECT,
    calls: 2,
    agent_spans: 1,
    call_ids_sha256: createHash('sha256').update('call-1\ncall-2\n').digest('hex'),
    verified: true,
  })
  expect(readFileSync(file, 'utf8').trim()).toBe(printed.join())
  expect(await idsLeft()).toEqual(['call-0'])
})

test('nothing is deleted if the receipt cannot be written', async () => {
  await fill(1, 20)

  const { code, noted } = await run(
    'delete',
    PROJECT,
    '--before',
    'now',
    '--receipt',
    join(root, 'none', 'r.json'),
  )

  expect(code).toBe(2)
  expect(noted.join()).toMatch(/--receipt cannot be written: .*r\.json/)
  expect(await idsLeft()).toHaveLength(2)
})

test('deletions and removals show how far they are', async () => {
  await fill(1, 20, 30)
  const shown: string[] = []
  const runShowing = (...args: string[]) =>
    openTerminal(folder).runWith(
      { environment: { HEDDLE_DATA: folder }, progress: (text) => shown.push(text) },
      ...args,
    )

  const withoutPeriod = await runShowing('retention', 'apply')
  await run('retention', 'set', PROJECT, '25')
  await runShowing('retention', 'apply')
  await runShowing('delete', PROJECT, '--before', 'now')

  expect(withoutPeriod.noted).toEqual(['No project has a retention period: nothing expires'])
  expect(shown).toEqual([`${PROJECT}: 1 removed`, '2 deleted'])
})

test.each([
  ['an unknown project', ['delete', 'no/where', '--before', 'now'], 1],
  ['no time', ['delete', PROJECT], 2],
  ['a time that is none', ['delete', PROJECT, '--before', 'soon'], 2],
  ['days that are none', ['retention', 'set', PROJECT, 'ten'], 2],
  ['less than a day', ['retention', 'set', PROJECT, '0'], 1],
])('%s is refused, and nothing is deleted', async (_name, args, expected) => {
  await fill(1)

  expect(await run(...args)).toMatchObject({ code: expected })

  expect(await idsLeft()).toEqual(['call-0'])
})

test('compacting returns the space of deleted calls, and leaves no trace of them in the file', async () => {
  await fill(...Array.from({ length: 300 }, (_, at) => (at === 0 ? 1 : 20)))
  await run('delete', PROJECT, '--before', new Date(Date.now() - 10 * 86_400_000).toISOString())
  const path = join(folder, 'heddle.sqlite')
  const before = statSync(path).size

  const { code } = await run('compact')

  expect(code).toBe(0)
  expect(statSync(path).size).toBeLessThan(before)
  expect(statSync(path).mode & 0o777).toBe(0o600)
  expect(readFileSync(path).includes('secret call-1')).toBe(false)
  expect(await run('verify')).toMatchObject({ code: 0 })
  expect(await idsLeft()).toEqual(['call-0'])
  expect(await run('verify')).toMatchObject({ code: 0 })
})

test('compacting a database of an early version lets it return space from then on', async () => {
  await fill(1)
  const path = join(folder, 'heddle.sqlite')
  const early = openDatabase(path, { readOnly: false })
  early.exec('pragma journal_mode = delete; pragma auto_vacuum = none; vacuum')
  early.close()

  await run('compact')

  const db = openDatabase(path, { readOnly: true })
  expect(db.prepare('pragma auto_vacuum').get()).toMatchObject({ auto_vacuum: 2 })
  db.close()
})

test('compacting does not replace a database that another process has open', async () => {
  await fill(1)
  const path = join(folder, 'heddle.sqlite')
  const other = openDatabase(path, { readOnly: true })
  onTestFinished(() => other.close())
  other.exec('begin; select count(*) from calls')
  const before = statSync(path).ino

  expect(await run('compact')).toMatchObject({ code: 1 })

  expect(statSync(path).ino).toBe(before)
})

test('compacting does not run beside a server, and replaces what an interrupted run left', async () => {
  await fill(1)
  writeFileSync(join(folder, 'heddle.sqlite.compacting'), 'half')
  const unlock = lockFolder(folder)
  const beside = await run('compact')
  unlock()

  const { code } = await run('compact')

  expect([beside.code, code]).toEqual([1, 0])
  expect(await idsLeft()).toEqual(['call-0'])
})
