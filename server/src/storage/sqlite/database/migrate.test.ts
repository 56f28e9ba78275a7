import { cpSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { MIGRATIONS } from '../../../testing/sqlite-database.ts'
import { temporaryFolder } from '../../../testing/temporary-folder.ts'
import { type Database, openDatabase } from './driver.ts'
import { migrate } from './migrate.ts'

let folder: string
let migrations: string
let path: string
let db: Database

beforeEach(() => {
  folder = temporaryFolder()
  migrations = join(folder, 'migrations')
  path = join(folder, 'data.sqlite')
  cpSync(MIGRATIONS, migrations, { recursive: true })
  db = openDatabase(path, { readOnly: false })
  onTestFinished(() => db.close())
})

test('a fresh database gets the whole schema, and no copy is made of nothing', () => {
  migrate(db, path, migrations)

  expect(versionOf(db)).toBe(readdirSync(MIGRATIONS).length)
  expect(namesIn(db)).toContain('calls')
  expect(copies()).toEqual([])
})

test('a database that is up to date stays as it is', () => {
  migrate(db, path, migrations)
  addProject(db)

  migrate(db, path, migrations)

  expect(projectsIn(db)).toBe(1)
  expect(copies()).toEqual([])
})

test('a database with data is copied before a migration changes it', () => {
  migrate(db, path, migrations)
  addProject(db)
  const next = addMigration('create table extra (id integer primary key); delete from projects;')

  migrate(db, path, migrations)

  expect(namesIn(db)).toContain('extra')
  expect(projectsIn(db)).toBe(0)
  expect(versionOf(db)).toBe(next)
  const copy = openDatabase(`${path}.before-${next}`, { readOnly: true })
  expect(projectsIn(copy)).toBe(1)
  expect(versionOf(copy)).toBe(next - 1)
  copy.close()
})

test('a copy is for its owner alone, and one that was not finished is made again', () => {
  migrate(db, path, migrations)
  const next = addMigration('create table extra (id integer primary key);')
  for (const suffix of ['', '-journal'])
    writeFileSync(`${path}.before-${next}.unfinished${suffix}`, 'half a copy')

  migrate(db, path, migrations)

  expect(copies()).toEqual([`data.sqlite.before-${next}`])
  expect(statSync(`${path}.before-${next}`).mode & 0o777).toBe(0o600)
})

test('a migration that fails leaves the version and the schema as they were', () => {
  migrate(db, path, migrations)
  addProject(db)
  const next = addMigration('create table extra (id integer primary key); insert into nowhere values (1);')

  expect(() => migrate(db, path, migrations)).toThrow('nowhere')

  expect(versionOf(db)).toBe(next - 1)
  expect(namesIn(db)).not.toContain('extra')
})

test.each([
  { before: [], what: 'a migration that failed', kept: 2 },
  { before: ['create table before_it (id integer);'], what: 'the second of two that failed', kept: 1 },
])('$what is tried again, and the copy is the latest of the earlier schema', ({ before, kept }) => {
  migrate(db, path, migrations)
  addProject(db)
  for (const sql of before) addMigration(sql)
  const next = addMigration('insert into nowhere values (1);')
  expect(() => migrate(db, path, migrations)).toThrow()
  addProject(db)
  writeFileSync(join(migrations, migrationFile(next)), 'create table extra (id integer primary key);')

  migrate(db, path, migrations)

  expect(versionOf(db)).toBe(next)
  const copy = openDatabase(`${path}.before-${next}`, { readOnly: true })
  expect(projectsIn(copy)).toBe(kept)
  copy.close()
})

test('calls from spans that were stored before are known as such', () => {
  const later = readdirSync(migrations).filter((name) => name >= '0005')
  for (const name of later) rmSync(join(migrations, name))
  migrate(db, path, migrations)
  db.exec("insert into calls (rid, project, id) values (1, 1, 'called'), (2, 1, 'span')")
  db.exec("insert into call_starts values (1, '{}', '{}', null), (2, '{}', '{}', '{}')")

  migrate(db, path, MIGRATIONS)

  expect(db.prepare('select id from calls where is_span = 1').all()).toMatchObject([{ id: 'span' }])
})

test('a database of a newer version is refused and left alone', () => {
  migrate(db, path, migrations)
  db.exec('pragma user_version = 9999')

  expect(() => migrate(db, path, migrations)).toThrow(expect.objectContaining({ code: 'unsupported' }))

  expect(versionOf(db)).toBe(9999)
  expect(copies()).toEqual([])
})

test('a migration that fills the disk says so, and leaves the schema as it was', () => {
  migrate(db, path, migrations)
  addProject(db)
  const before = versionOf(db)
  addMigration('create table extra (bytes blob); insert into extra values (zeroblob(10000000));')
  db.exec('pragma max_page_count = 200')

  expect(() => migrate(db, path, migrations)).toThrow('database or disk is full')

  expect(versionOf(db)).toBe(before)
  expect(namesIn(db)).not.toContain('extra')
})

function addMigration(sql: string): number {
  const next = readdirSync(migrations).length + 1
  writeFileSync(join(migrations, migrationFile(next)), sql)
  return next
}

const migrationFile = (version: number): string => `${String(version).padStart(4, '0')}-made-up.sql`

const copies = (): string[] => readdirSync(folder).filter((name) => name.includes('.before-'))

const versionOf = (of: Database): unknown => of.prepare('pragma user_version').get()?.user_version

const namesIn = (of: Database): unknown[] =>
  of
    .prepare('select name from sqlite_schema')
    .all()
    .map(({ name }) => name)

const projectsIn = (of: Database): unknown => of.prepare('select count(*) as n from projects').get()?.n

function addProject(to: Database): void {
  to.exec(`insert into projects (name, created_at) values (hex(randomblob(4)), 0)`)
}
