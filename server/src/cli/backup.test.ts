import {
  appendFileSync,
  chownSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { fileDigest } from '../domain/objects/digest.ts'
import { newRow, newTable } from '../domain/tables/table.ts'
import { lockFolder } from '../service/folder-lock.ts'
import { end, json, start } from '../storage/conformance/rows.ts'
import { openDatabase } from '../storage/sqlite/database/driver.ts'
import { openSqliteStorage, type SqliteStorage } from '../storage/sqlite/storage.ts'
import { temporaryFolder } from '../testing/temporary-folder.ts'
import { openTerminal } from '../testing/terminal.ts'

const PROJECT = 'team/app'

let folder: string
let target: string

beforeEach(() => {
  folder = join(temporaryFolder(), 'data')
  target = join(temporaryFolder(), 'backup')
})

async function openStorage(data = folder): Promise<SqliteStorage> {
  const storage = await openSqliteStorage({ folder: data })
  onTestFinished(() => storage.close())
  return storage
}

/** A closed database with some of everything that is checked. */
async function fill(): Promise<void> {
  const storage = await openStorage()
  const bytes = Buffer.from('bytes of a file')
  await storage.files.put(PROJECT, fileDigest(bytes), bytes)
  const table = newTable([newRow(json({ n: 1 })), newRow(json({ n: 2 }))])
  await storage.tables.put(PROJECT, table.digest, table.row_digests, table.rows)
  await storage.calls.write(
    ['a', 'b', 'c'].flatMap((id, at) => [
      start(
        { project_id: PROJECT, id },
        { started_at: at + 1, trace_id: 't', parent_id: at > 0 ? 'a' : null },
      ),
      end({ project_id: PROJECT, id }, { exception: id === 'c' ? 'broken' : null }),
    ]),
  )
  await storage.sealAll()
  await storage.calls.write([start({ project_id: PROJECT, id: 'open' })])
  await storage.close()
}

const run = (...args: string[]) => openTerminal(folder).run(...args)

test('a backup beside a writing server has everything that was acknowledged before, and restores to a working folder', async () => {
  const storage = await openStorage()
  let written = 0
  let isWriting = true
  const write = async () => {
    while (isWriting) {
      await storage.calls.write([start({ project_id: PROJECT, id: `call-${written}` })])
      written += 1
    }
  }
  const writing = write()
  while (written < 50) await new Promise((resolve) => setImmediate(resolve))
  const before = written

  const backup = await run('backup', '--to', target)
  isWriting = false
  await writing
  const other = join(temporaryFolder(), 'restored')
  const restored = await openTerminal(other).run('restore', '--from', target)

  expect([backup.code, restored.code]).toEqual([0, 0])
  expect((await openTerminal(other).run('verify')).code).toBe(0)
  const copy = await openStorage(other)
  const ids = await copy.calls.find({ project_id: PROJECT, filter: {}, sort: [] })
  expect(ids.length).toBeGreaterThanOrEqual(before)
  expect(ids.toSorted()).toEqual(ids.map((_, at) => `call-${at}`).toSorted())
})

test('a backup is for its owner alone, and has the admin key', async () => {
  await fill()
  writeFileSync(join(folder, 'admin-key'), 'secret\n')

  await run('backup', '--to', target)

  expect(statSync(target).mode & 0o777).toBe(0o700)
  for (const name of readdirSync(target)) expect(statSync(join(target, name)).mode & 0o777).toBe(0o600)
  expect(readFileSync(join(target, 'admin-key'), 'utf8')).toBe('secret\n')
})

test('a backup does not go into a folder that has something in it', async () => {
  await fill()
  mkdirSync(target)
  writeFileSync(join(target, 'notes'), '')

  expect(await run('backup', '--to', target)).toMatchObject({ code: 1 })

  expect(readdirSync(target)).toEqual(['notes'])
})

test('a backup that is damaged, or was not finished, is not restored', async () => {
  await fill()
  await run('backup', '--to', target)
  const other = join(temporaryFolder(), 'other')
  appendFileSync(join(target, 'heddle.sqlite'), 'x')

  const damaged = await openTerminal(other).run('restore', '--from', target)
  const unfinished = await openTerminal(other).run('restore', '--from', folder)

  expect([damaged.code, unfinished.code]).toEqual([1, 1])
  expect(damaged.noted.join()).toContain('heddle.sqlite is not as backup.json says')
  expect(unfinished.noted.join()).toContain('not a complete backup')
  expect(existsSync(join(other, 'heddle.sqlite'))).toBe(false)
})

test.each([
  ['another file', () => [{ name: '../x', bytes: 0, sha256: '' }]],
  ['a file twice', (files: unknown[]) => [...files, ...files]],
  ['no database', () => []],
])('a description of a backup that names %s is refused', async (_what, change) => {
  await fill()
  await run('backup', '--to', target)
  const manifest = JSON.parse(readFileSync(join(target, 'backup.json'), 'utf8'))
  writeFileSync(join(target, 'backup.json'), JSON.stringify({ ...manifest, files: change(manifest.files) }))
  const other = join(temporaryFolder(), 'other')

  expect(await openTerminal(other).run('restore', '--from', target)).toMatchObject({ code: 1 })
  expect(existsSync(join(other, 'heddle.sqlite'))).toBe(false)
})

test('a restore replaces data only if told to, and then keeps what was there', async () => {
  await fill()
  await run('backup', '--to', target)
  const progress = ['import-progress', 'promote-progress']
  for (const name of progress) writeFileSync(join(folder, name), '')

  const refused = await run('restore', '--from', target)
  const { code } = await run('restore', '--from', target, '--replace')

  expect([refused.code, code]).toEqual([1, 0])
  const aside = readdirSync(folder).find((name) => name.startsWith('replaced-')) ?? ''
  expect(readdirSync(join(folder, aside))).toEqual(expect.arrayContaining(['heddle.sqlite', ...progress]))
  expect(readdirSync(folder)).not.toContain('import-progress')
  expect((await run('verify')).code).toBe(0)
})

test('a restore that was interrupted can be run again, and no storage opens half of it', async () => {
  await fill()
  writeFileSync(join(folder, 'admin-key'), 'secret\n')
  await run('backup', '--to', target)
  const other = join(temporaryFolder(), 'other')
  mkdirSync(other)
  writeFileSync(join(other, 'admin-key'), 'secret\n')
  writeFileSync(join(other, 'heddle.sqlite.restoring'), 'half a database')

  await expect(openSqliteStorage({ folder: other })).rejects.toMatchObject({ code: 'unavailable' })
  const { code } = await openTerminal(other).run('restore', '--from', target)

  expect(code).toBe(0)
  expect(readdirSync(other).sort()).toEqual(expect.arrayContaining(['admin-key', 'heddle.sqlite']))
  expect((await openTerminal(other).run('verify')).code).toBe(0)
})

test('a restore that was interrupted as it moved the old data moves the rest to the same place', async () => {
  await fill()
  await run('backup', '--to', target)
  const other = join(temporaryFolder(), 'other')
  const [complete, begun] = ['replaced-2025', 'replaced-2026'].map((name) => join(other, name))
  const moved: readonly (readonly [folder: string | undefined, names: readonly string[]])[] = [
    [complete, ['heddle.sqlite', 'heddle.sqlite-wal']],
    [begun, ['heddle.sqlite', 'heddle.sqlite-shm']],
    [other, ['heddle.sqlite.restoring', 'heddle.sqlite-wal', 'import-progress']],
  ]
  for (const [place = '', names] of moved) {
    mkdirSync(place, { recursive: true })
    for (const name of names) writeFileSync(join(place, name), `${name} of ${place}`)
  }

  const { code } = await openTerminal(other).run('restore', '--from', target)

  expect(code).toBe(0)
  const wal = (place = '') => readFileSync(join(place, 'heddle.sqlite-wal'), 'utf8')
  expect(wal(begun)).toBe(`heddle.sqlite-wal of ${other}`)
  expect(wal(complete)).toBe(`heddle.sqlite-wal of ${complete}`)
  expect(readdirSync(begun ?? '')).toContain('import-progress')
  expect((await openTerminal(other).run('verify')).code).toBe(0)
})

const isRoot = process.geteuid?.() === 0
const NOBODY = 65_534

test.skipIf(!isRoot)(
  'what root writes into the data folder of another user belongs to that user',
  async () => {
    await fill()
    await run('backup', '--to', target)
    const data = join(temporaryFolder(), 'data')
    const elsewhere = join(temporaryFolder(), 'elsewhere')
    writeFileSync(elsewhere, '')
    mkdirSync(data)
    chownSync(data, NOBODY, NOBODY)
    const runAsRoot = async (...args: string[]) => {
      const { code } = await openTerminal(data).run(...args)
      return { code, owners: new Set(readdirSync(data).map((name) => lstatSync(join(data, name)).uid)) }
    }

    const restored = await runAsRoot('restore', '--from', target)
    symlinkSync(elsewhere, join(data, 'heddle.sqlite-link'))
    const changed = await runAsRoot('users', 'add', 'ada')
    const compacted = await runAsRoot('compact')

    const wentWell = { code: 0, owners: new Set([NOBODY]) }
    expect([restored, changed, compacted]).toEqual([wentWell, wentWell, wentWell])
    expect(statSync(elsewhere).uid).toBe(0)
  },
)

test('a restore does not run beside a server', async () => {
  await fill()
  await run('backup', '--to', target)
  const unlock = lockFolder(folder, 'server')

  const { code, noted } = await run('restore', '--from', target, '--replace')

  unlock()
  expect(code).toBe(1)
  expect(noted.join()).toContain('is in use by a server')
})

test('a folder without a database is neither backed up nor verified', async () => {
  expect(await run('backup', '--to', target)).toMatchObject({ code: 1 })
  expect(await run('verify')).toMatchObject({ code: 1 })
  expect(existsSync(folder)).toBe(false)
})

test('a restore from a folder that is no backup creates nothing', async () => {
  expect(await run('restore', '--from', target)).toMatchObject({ code: 1 })
  expect(existsSync(folder)).toBe(false)
})

test('verify examines everything and finds nothing wrong with sound data', async () => {
  await fill()

  const { code, printed } = await run('verify', '--ndjson')

  expect(code).toBe(0)
  expect(printed.map((line) => JSON.parse(line))).toMatchObject([
    { check: 'file', problems: 0 },
    { check: 'orphans', problems: 0 },
    { check: 'digests', examined: 4, problems: 0 },
    { check: 'derived data of calls', examined: 4, problems: 0 },
    { check: 'sealed calls', examined: 1, problems: 0 },
  ])
})

test.each([
  ['an older', 1, /upgrades it/],
  ['a newer', 99, /newer Heddle/],
])('verify checks only the file of %s schema, and says why', async (_name, schema, reason) => {
  await fill()
  const db = openDatabase(join(folder, 'heddle.sqlite'), { readOnly: false })
  db.exec(`pragma user_version = ${schema}`)
  db.close()

  const { code, printed, noted } = await run('verify', '--ndjson')

  expect({ code, checks: printed.length }).toEqual({ code: 0, checks: 1 })
  expect(noted).toEqual([expect.stringMatching(reason)])
})

test.each([
  ['digests', 'other bytes in a file', "update files set bytes = x'00'"],
  ['digests', 'another value of a row', `update table_rows set val = '{"n":3}' where id = 1`],
  ['digests', 'a table that lists fewer rows', 'delete from table_items where idx = 1'],
  ['orphans', 'payloads without a call', "insert into call_starts values (999, null, '{}', '{}', null, 1)"],
  ['orphans', 'payloads in another project', 'update call_starts set project = project + 1'],
  [
    'orphans',
    'a call without payloads',
    "delete from call_starts where rid = (select rid from calls where id = 'open')",
  ],
  ['orphans', 'a project that is gone', 'delete from projects'],
  ['derived data of calls', 'a failure that its parent does not know of', 'update calls set below = 0'],
  ['derived data of calls', 'a wrong size', 'update calls set start_bytes = start_bytes + 1'],
  [
    'sealed calls',
    'a column of other calls',
    `update call_columns set data = (select data from call_columns c
      join column_names n on n.id = c.column_id where n.name = 'ended_at') where column_id = (
      select id from column_names where name = 'rid')`,
  ],
  [
    'sealed calls',
    'sums of other calls',
    `update call_columns set data = (select data from call_columns c
      join column_names n on n.id = c.column_id where n.name = 'rollup' order by octet_length(data) limit 1) || x'00'
      where column_id in (select id from column_names where name = 'rollup')`,
  ],
  [
    'sealed calls',
    'a signature without trigrams',
    'update call_signatures set bits = zeroblob(octet_length(bits))',
  ],
  ['sealed calls', 'a block that cannot be read', "update call_blocks set previews = x'00'"],
])('verify finds, under %s, %s', async (check, _problem, sql) => {
  await fill()
  const db = openDatabase(join(folder, 'heddle.sqlite'), { readOnly: false })
  db.exec(`pragma foreign_keys = off; ${sql}`)
  db.close()

  const { code, printed } = await run('verify', '--ndjson')

  expect(code).toBe(3)
  const found = printed.map((line) => JSON.parse(line)).filter(({ problems }) => problems > 0)
  expect(found.map((result) => result.check)).toContain(check)
})
