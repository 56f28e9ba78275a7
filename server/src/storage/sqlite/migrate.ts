import { closeSync, existsSync, openSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ServiceError } from '../../errors.ts'
import { type Database, transaction } from './driver.ts'
import { APPLICATION_ID } from './refuse-file.ts'

interface Migration {
  readonly version: number
  readonly file: string
}

/**
 * Brings the schema up to date. Each migration is one transaction, so that a crash leaves the
 * schema at a version, never between two. A database that already holds data is copied to
 * `<path>.before-<version>` first.
 */
export function migrate(db: Database, databasePath: string, folder: string): void {
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
  if (pending.length > 0 && current > 0) snapshot(db, `${databasePath}.before-${newest}`)
  for (const { version, file } of pending) {
    transaction(db, () => {
      db.exec(readFileSync(join(folder, file), 'utf8'))
      db.exec(`pragma user_version = ${version}`)
    })
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

function applicationId(db: Database): number {
  return Number(db.prepare('pragma application_id').get()?.application_id ?? 0)
}

/** A copy made by an earlier attempt has the same version, and is kept. An unfinished copy has another name. */
function snapshot(db: Database, target: string): void {
  if (existsSync(target)) return
  const unfinished = `${target}.unfinished`
  rmSync(unfinished, { force: true })
  try {
    // SQLite writes into an empty file and keeps its permissions.
    closeSync(openSync(unfinished, 'wx', 0o600))
    db.prepare('vacuum into ?').run(unfinished)
    renameSync(unfinished, target)
  } catch (error) {
    rmSync(unfinished, { force: true })
    throw error
  }
}
