import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  readFileSync,
  renameSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { temporaryFolder } from '../../testing/temporary-folder.ts'
import { newUser } from '../conformance/rows.ts'
import type { Storage } from '../port.ts'
import { openDatabase } from './database/driver.ts'
import { openSqliteStorage } from './storage.ts'

let folder: string
let path: string

beforeEach(() => {
  folder = join(temporaryFolder(), 'data')
  path = join(folder, 'heddle.sqlite')
})

async function openStorage(): Promise<Storage> {
  const storage = await openSqliteStorage({ folder })
  onTestFinished(() => storage.close())
  return storage
}

/** Makes a database with a user in it, and changes it while it is closed. */
async function withClosedDatabase(change: () => void): Promise<void> {
  const storage = await openStorage()
  await storage.accounts.putUser(newUser())
  await storage.close()
  change()
}

const execute = (sql: string): void => {
  const db = openDatabase(path, { readOnly: false })
  db.exec(sql)
  db.close()
}

const modeOf = (file: string): number => statSync(file).mode & 0o777

test('the data is for its owner alone', async () => {
  const storage = await openStorage()
  await storage.accounts.putUser(newUser())

  expect(modeOf(folder)).toBe(0o700)
  for (const suffix of ['', '-wal', '-shm']) expect(modeOf(path + suffix)).toBe(0o600)
})

test('files that others could read are closed to them at the next start', async () => {
  await withClosedDatabase(() => {
    writeFileSync(`${path}.before-2`, '', { mode: 0o644 })
    chmodSync(path, 0o644)
  })

  await openStorage()

  for (const suffix of ['', '-wal', '-shm', '.before-2']) expect(modeOf(path + suffix)).toBe(0o600)
})

test.each([
  ['is not a SQLite database', () => writeFileSync(path, 'notes of mine'.repeat(100))],
  [
    'is a database of another application',
    () => execute('create table notes (text); pragma user_version = 3'),
  ],
  [
    'is a database of another application',
    () => execute('pragma application_id = 77; create table calls (id)'),
  ],
  ['is damaged', () => writeFileSync(path, `SQLite format 3\0${'?'.repeat(5000)}`)],
])('a file that %s is refused and left as it was', async (reason, make) => {
  mkdirSync(folder)
  make()
  const before = readFileSync(path)

  await expect(openStorage()).rejects.toMatchObject({
    code: 'unavailable',
    message: expect.stringContaining(reason),
  })

  expect(readFileSync(path).equals(before)).toBe(true)
})

test('a database that was cut short is refused as damaged', async () => {
  await withClosedDatabase(() => truncateSync(path, statSync(path).size - 8192))

  await expect(openStorage()).rejects.toMatchObject({ message: expect.stringContaining('is damaged') })
})

/** A database is in this journal mode until its first start: after a restore, or as a dump of an earlier version. */
const IN_JOURNAL_MODE = 'pragma journal_mode = delete'

/** Leaves the files as a process does that is killed while it commits a transaction that makes the database grow. */
function killDuringCommit(): void {
  const sizeBefore = statSync(path).size
  const db = openDatabase(path, { readOnly: false })
  // Without a cache, SQLite writes the journal and some pages before the commit.
  db.exec(`${IN_JOURNAL_MODE}; pragma cache_size = 1; begin immediate; create table big (bytes);
    with recursive copies(n) as (select 1 union all select n + 1 from copies where n < 500)
    insert into big select randomblob(2000) from copies`)
  for (const suffix of ['', '-journal']) copyFileSync(path + suffix, `${path}${suffix}.killed`)
  db.exec('commit')
  db.close()
  // The commit writes page 1 first, which has the new size of the file.
  const killed = readFileSync(`${path}.killed`)
  readFileSync(path).copy(killed, 0, 0, 8192)
  writeFileSync(`${path}.killed`, killed.subarray(0, sizeBefore + 8192))
  for (const suffix of ['', '-journal']) renameSync(`${path}${suffix}.killed`, path + suffix)
}

test.each([
  ['marked as ours', ''],
  ['from before it was marked as ours', '; pragma application_id = 0'],
])('a database %s whose last commit was cut off by a kill is rolled back and opened', async (_, change) => {
  await withClosedDatabase(() => {
    execute(IN_JOURNAL_MODE + change)
    killDuringCommit()
  })

  const storage = await openStorage()

  expect(await storage.accounts.users()).toHaveLength(1)
})

test('a database of another application is left alone in the middle of its commit, too', async () => {
  await withClosedDatabase(() => {
    execute(`${IN_JOURNAL_MODE}; pragma application_id = 77`)
    killDuringCommit()
  })
  const files = () => ['', '-journal'].map((suffix) => readFileSync(path + suffix).toString('base64'))
  const before = files()

  await expect(openStorage()).rejects.toMatchObject({
    message: expect.stringContaining('is a database of another application'),
  })

  expect(files()).toEqual(before)
})

test('a database of a newer version is refused, and both versions are named', async () => {
  await withClosedDatabase(() => execute('pragma user_version = 9999'))

  await expect(openStorage()).rejects.toMatchObject({
    code: 'unsupported',
    message: expect.stringMatching(/newer Heddle \(schema 9999, this one knows \d+\)/),
  })
})

test('a database from before it was marked as ours is opened, and marked', async () => {
  await withClosedDatabase(() => execute('pragma application_id = 0'))

  const storage = await openStorage()

  expect(await storage.accounts.users()).toHaveLength(1)
  await storage.close()
  expect(readFileSync(path).toString('latin1', 68, 72)).toBe('Hddl')
})

test('an empty file becomes a database', async () => {
  mkdirSync(folder)
  writeFileSync(path, '')

  const storage = await openStorage()

  expect(await storage.accounts.users()).toEqual([])
})
