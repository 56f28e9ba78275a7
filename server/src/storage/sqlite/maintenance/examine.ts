import { existsSync, statfsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { messageOf } from '../../../errors.ts'
import type { Finding } from '../../port/finding.ts'
import { openForReading } from '../connection.ts'
import { DATABASE_FILE } from '../database/database-files.ts'
import { type Database, openDatabase } from '../database/driver.ts'
import { newestSchema, schemaVersion } from '../database/migrate.ts'
import { refuseOtherFiles, whyNotOpened } from '../database/refuse-file.ts'

/** SQLite cuts its WAL to 256 MiB; a longer one means that a reader keeps it from doing so. */
const WAL_BYTES_MAX = 512 * 1024 ** 2
const DISK_BYTES_MIN = 1024 ** 3
/** Files written just before a server stopped may be newer than a clock that was set back a little. */
const CLOCK_SLACK_MS = 60_000

/** Checks the database in a folder without changing it, whether or not a server runs on it. */
export function examineDatabase(folder: string, now: Date): Finding[] {
  const path = join(folder, DATABASE_FILE)
  const findings = [engineFinding(), diskFinding(folder, sizeOf(path))]
  if (!existsSync(path))
    return [...findings, { check: 'database', result: 'ok', message: 'none yet: the first start creates it' }]
  try {
    refuseOtherFiles(path)
    const db = openForReading(path)
    try {
      const structure = [schemaFinding(db), integrityFinding(db, path)]
      return [...findings, walFinding(path), ...structure, clockFinding(path, now)]
    } finally {
      db.close()
    }
  } catch (error) {
    const why = whyNotOpened(error, path)
    const message = messageOf(why)
    return [...findings, { check: 'database', result: 'fail', message }]
  }
}

function engineFinding(): Finding {
  const db = openDatabase(':memory:', { readOnly: false })
  try {
    const version = db.prepare('select sqlite_version() as version').get<{ version: string }>()?.version
    return { check: 'sqlite', result: 'ok', message: `SQLite ${version}` }
  } finally {
    db.close()
  }
}

/** Upgrades and `heddle compact` make a copy of the database. */
function diskFinding(folder: string, databaseBytes: number): Finding {
  const { bavail, bsize } = statfsSync(folder)
  const free = bavail * bsize
  const message = `${mib(free)} MiB free, the database has ${mib(databaseBytes)} MiB`
  if (free < DISK_BYTES_MIN) return { check: 'disk', result: 'warn', message: `${message}: make space` }
  return free < databaseBytes
    ? { check: 'disk', result: 'warn', message: `${message}: too little for the copy of an upgrade` }
    : { check: 'disk', result: 'ok', message }
}

function walFinding(path: string): Finding {
  const bytes = sizeOf(`${path}-wal`)
  const message = `${mib(bytes)} MiB`
  return bytes > WAL_BYTES_MAX
    ? { check: 'wal', result: 'warn', message: `${message}: another program may keep the database open` }
    : { check: 'wal', result: 'ok', message }
}

function schemaFinding(db: Database): Finding {
  const [current, newest] = [schemaVersion(db), newestSchema()]
  if (current === newest) return { check: 'schema', result: 'ok', message: `version ${current}` }
  return current < newest
    ? {
        check: 'schema',
        result: 'warn',
        message: `version ${current}: the next start upgrades it to ${newest}`,
      }
    : {
        check: 'schema',
        result: 'fail',
        message: `version ${current} is of a newer Heddle; this one knows ${newest}`,
      }
}

function integrityFinding(db: Database, path: string): Finding {
  const [first] = db.prepare('pragma quick_check(1)').all<{ quick_check: string }>()
  const problem = first?.quick_check ?? 'no answer'
  return problem === 'ok'
    ? { check: 'integrity', result: 'ok', message: 'quick check passed; heddle verify checks all data' }
    : { check: 'integrity', result: 'fail', message: `${path} is damaged (${problem}): restore a backup` }
}

function clockFinding(path: string, now: Date): Finding {
  const written = Math.max(
    ...[path, `${path}-wal`].map((file) => statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0),
  )
  const message = `now ${now.toISOString()}, last write ${new Date(written).toISOString()}`
  return written > now.getTime() + CLOCK_SLACK_MS
    ? { check: 'clock', result: 'warn', message: `${message}: the clock may be wrong` }
    : { check: 'clock', result: 'ok', message }
}

const sizeOf = (path: string): number => statSync(path, { throwIfNoEntry: false })?.size ?? 0
const mib = (bytes: number): string => (bytes / 1024 ** 2).toFixed(bytes < 10 * 1024 ** 2 ? 1 : 0)
