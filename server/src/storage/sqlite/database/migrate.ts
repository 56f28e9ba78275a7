import { closeSync, existsSync, openSync, readdirSync, readFileSync, renameSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ServiceError } from '../../../errors.ts'
import { giveToFolderOwner, refuseFullDisk, removeCopy } from './database-files.ts'
import { bytesInUse, type Database, openDatabase, transaction } from './driver.ts'
import { APPLICATION_ID } from './refuse-file.ts'

interface Migration {
  readonly version: number
  readonly file: string
}

/** Calls that were stored with an earlier schema lack what is derived from them, until `heddle rebuild` adds it. */
const FIRST_DERIVED_SCHEMA = 10

/**
 * Brings the schema up to date. Each migration is one transaction, so that a crash leaves the
 * schema at a version, never between two. A database that already holds data is copied to
 * `<path>.before-<version>` first, which needs as much free space as the data takes. `report` receives a line about each step.
 */
export function migrate(
  db: Database,
  databasePath: string,
  folder: string,
  report: (line: string) => void = () => {},
): void {
  const migrations = listMigrations(folder)
  const current = schemaVersion(db)
  const newest = migrations.at(-1)?.version ?? 0
  if (current > newest) {
    throw new ServiceError(
      'unsupported',
      `${databasePath} was written by a newer Heddle (schema ${current}, this one knows ${newest}): start that version, or choose another folder with --data`,
    )
  }
  const pending = migrations.filter((migration) => migration.version > current)
  const isUpgrade = pending.length > 0 && current > 0
  const startedAt = performance.now()
  if (isUpgrade) {
    const copy = `${databasePath}.before-${newest}`
    const mib = Math.ceil(bytesInUse(db) / 1024 ** 2)
    report(
      `Upgrading the database from schema ${current} to ${newest}, which takes seconds per gigabyte. First it is copied to ${copy} (${mib} MiB)`,
    )
    snapshot(db, copy)
  }
  for (const { version, file } of pending) {
    if (isUpgrade) report(`Upgrading to schema ${version}: ${describe(file)}`)
    transaction(db, () => {
      db.exec(readFileSync(join(folder, file), 'utf8'))
      db.exec(`pragma user_version = ${version}`)
    })
  }
  if (isUpgrade) {
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
    report(`The database is upgraded, after ${seconds} s. The copy can be deleted once all is well`)
    if (current < FIRST_DERIVED_SCHEMA)
      report(
        'Then stop the server and run npx heddle rebuild once: it derives kinds, previews and totals of earlier calls',
      )
  }
  if (applicationId(db) !== APPLICATION_ID) db.exec(`pragma application_id = ${APPLICATION_ID}`)
}

/** The version that this build migrates to. */
export const newestSchema = (folder = migrationsFolder()): number =>
  listMigrations(folder).at(-1)?.version ?? 0

/** The migrations are next to the bundle, or next to this file when run from source. */
export const migrationsFolder = (): string => fileURLToPath(new URL('./migrations', import.meta.url))

function listMigrations(folder: string): Migration[] {
  return readdirSync(folder)
    .filter((file) => /^\d{4}-.+\.sql$/.test(file))
    .sort()
    .map((file) => ({ version: Number(file.slice(0, 4)), file }))
}

/** The version of the schema of a database; 0 for an empty one. */
export function schemaVersion(db: Database): number {
  return Number(db.prepare('pragma user_version').get()?.user_version ?? 0)
}

function schemaOf(path: string): number {
  const db = openDatabase(path, { readOnly: true })
  try {
    return schemaVersion(db)
  } finally {
    db.close()
  }
}

/** `derived facts` for `0008-derived-facts.sql`. */
const describe = (file: string): string => file.slice('0000-'.length, -'.sql'.length).replaceAll('-', ' ')

function applicationId(db: Database): number {
  return Number(db.prepare('pragma application_id').get()?.application_id ?? 0)
}

/**
 * A copy made by an attempt that got through some migrations is kept, since the database is no longer what it was. An unfinished
 * copy has another name.
 */
function snapshot(db: Database, target: string): void {
  if (existsSync(target)) {
    if (schemaOf(target) < schemaVersion(db)) return
    // Nothing was migrated since: the database has all of it, and the disk may have room for one copy only.
    removeCopy(target)
  }
  const unfinished = `${target}.unfinished`
  removeCopy(unfinished)
  refuseFullDisk(dirname(target), bytesInUse(db))
  try {
    // SQLite writes into an empty file and keeps its permissions.
    closeSync(openSync(unfinished, 'wx', 0o600))
    db.prepare('vacuum into ?').run(unfinished)
    giveToFolderOwner(unfinished)
    renameSync(unfinished, target)
  } catch (error) {
    removeCopy(unfinished)
    throw error
  }
}
