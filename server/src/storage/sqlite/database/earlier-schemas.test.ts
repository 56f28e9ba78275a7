import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { MIGRATIONS } from '../../../testing/sqlite-database.ts'
import { temporaryFolder } from '../../../testing/temporary-folder.ts'
import { openTerminal } from '../../../testing/terminal.ts'
import { openSqliteStorage } from '../storage.ts'
import { type Database, openDatabase } from './driver.ts'
import { migrate, schemaVersion } from './migrate.ts'

/** Databases that earlier versions of the service wrote, as `sqlite3 .dump` prints them. Schemas 2 and 3 were never in use. */
const SCHEMAS = fileURLToPath(new URL('./earlier-schemas', import.meta.url))
const dumps = readdirSync(SCHEMAS)
const PROJECT = 'team/app'

/** A data folder as an earlier version left it. */
function folderOf(dump: string): string {
  const folder = temporaryFolder()
  const db = openDatabase(join(folder, 'heddle.sqlite'), { readOnly: false })
  db.exec(readFileSync(join(SCHEMAS, dump), 'utf8'))
  db.close()
  return folder
}

test.each(dumps)('a database of schema %s is upgraded with all its data', async (dump) => {
  const folder = folderOf(dump)

  const storage = await openSqliteStorage({ folder })
  onTestFinished(() => storage.close())

  const everything = { project_id: PROJECT, sort: [] }
  const ids = ['root', 'child', 'renamed', 'hostile', 'deleted', 'unstarted']
  expect(await storage.calls.read(PROJECT, ids, ['inputs', 'output', 'exception'])).toMatchObject([
    { id: 'root', output: { text: '"answer root"' } },
    { id: 'child', parent_id: 'root', failed: true, exception: 'broken' },
    { id: 'renamed', display_name: 'A name', ended_at: null },
    { id: 'hostile', inputs: { text: '{"ключ":"😀","n":0.1}' } },
  ])
  const versions = await storage.objects.versions(PROJECT, 'prompt')
  expect(
    versions.map(({ version_index, is_latest, deleted_at }) => [
      version_index,
      is_latest,
      deleted_at !== null,
    ]),
  ).toEqual([
    [0, false, true],
    [1, false, false],
    [2, true, false],
  ])
  expect(await storage.feedback.find(everything)).toMatchObject([{ payload: { text: '{"note":"Good"}' } }])
  expect(await storage.prices.find(everything)).toMatchObject([
    { llm_id: 'my-model', prompt_token_cost: 0.1 },
  ])
  const { rows: files } = await storage.files.listAll(PROJECT, undefined, { rowsMax: 9, bytesMax: 1_000 })
  expect(files.map(({ bytes }) => Buffer.from(bytes).toString())).toContain('bytes of a file')
})

test.each(dumps)('after an upgrade from schema %s, rebuild brings derived data up to date', async (dump) => {
  const terminal = openTerminal(folderOf(dump))

  expect(await terminal.run('rebuild')).toMatchObject({ code: 0 })

  expect(await terminal.run('verify')).toMatchObject({ code: 0 })
})

test.each([
  ['0001.sql', true],
  ['0014.sql', false],
])(
  'an upgrade from schema %s says what it does, the disk and time it takes, and whether to rebuild',
  (dump, asksToRebuild) => {
    const path = join(folderOf(dump), 'heddle.sqlite')
    const db = openDatabase(path, { readOnly: false })
    const lines: string[] = []

    migrate(db, path, MIGRATIONS, (line) => lines.push(line))

    db.close()
    expect(lines[0]).toMatch(/from schema 1?[14] to \d+.*copied to .*before-\d+ \(1 MiB\)/)
    expect(lines).toContain('Upgrading to schema 15: previews beside texts')
    expect(lines.join('\n')).toMatch(/is upgraded, after \d+\.\d s/)
    expect(lines.some((line) => line.includes('heddle rebuild'))).toBe(asksToRebuild)
  },
)

test.each(dumps)('an upgrade from schema %s that is interrupted at any statement can be repeated', (dump) => {
  const whole = upgraded(join(folderOf(dump), 'heddle.sqlite'))
  for (const migration of readdirSync(MIGRATIONS).sort()) {
    if (migration <= dump) continue
    const statements = statementsOf(readFileSync(join(MIGRATIONS, migration), 'utf8'))
    for (let done = 1; done <= statements.length; done += 3) {
      const interrupted = join(folderOf(dump), 'heddle.sqlite')
      interrupt(interrupted, migration, statements.slice(0, done))

      expect(upgraded(interrupted)).toEqual(whole)
    }
  }
})

/** Upgrades the database up to a migration, and rolls back in the middle of that one, as SQLite does after a crash. */
function interrupt(path: string, migration: string, statements: readonly string[]): void {
  const db = openDatabase(path, { readOnly: false })
  const current = schemaVersion(db)
  for (const file of readdirSync(MIGRATIONS).sort()) {
    const version = Number(file.slice(0, 4))
    if (version <= current || file >= migration) continue
    db.exec(
      `begin; ${readFileSync(join(MIGRATIONS, file), 'utf8')}; pragma user_version = ${version}; commit`,
    )
  }
  db.exec('begin')
  for (const statement of statements) db.exec(statement)
  db.exec('rollback')
  db.close()
}

/** The tables and numbers of rows of the database after its upgrade. */
function upgraded(path: string): unknown[] {
  const db = openDatabase(path, { readOnly: false })
  try {
    migrate(db, path, MIGRATIONS)
    return [schemaVersion(db), ...contents(db)]
  } finally {
    db.close()
  }
}

const contents = (db: Database) =>
  db
    .prepare(
      "select name, sql from sqlite_schema where type = 'table' and name not like 'sqlite_%' order by name",
    )
    .all<{ name: string; sql: string }>()
    .map(({ name, sql }) => [sql, db.prepare(`select count(*) as n from ${name}`).get()])

/** Statements end with a semicolon at the end of a line. */
const statementsOf = (sql: string): string[] =>
  sql.split(/;\n/).filter((statement) => /^\s*\w/m.test(statement))
