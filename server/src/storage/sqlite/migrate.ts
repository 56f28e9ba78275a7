import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ServiceError } from '../../domain/errors.ts'
import { type Database, transaction } from './driver.ts'

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
      `${databasePath} was written by a newer Heddle (schema ${current}, this one knows ${newest})`,
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
}

function listMigrations(folder: string): Migration[] {
  return readdirSync(folder)
    .filter((file) => /^\d{4}-.+\.sql$/.test(file))
    .sort()
    .map((file) => ({ version: Number(file.slice(0, 4)), file }))
}

function schemaVersion(db: Database): number {
  return Number(db.prepare('pragma user_version').get()?.user_version ?? 0)
}

/** A copy that a failed attempt left behind is of the same version, and stays. */
function snapshot(db: Database, target: string): void {
  try {
    db.prepare('vacuum into ?').run(target)
  } catch (error) {
    if (!(error instanceof Error && error.message.includes('already exists'))) throw error
  }
}
