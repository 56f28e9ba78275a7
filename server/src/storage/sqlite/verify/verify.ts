import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { messageOf, ServiceError } from '../../../errors.ts'
import { openForReading } from '../connection.ts'
import { DATABASE_FILE } from '../database/database-files.ts'
import type { Database } from '../database/driver.ts'
import { newestSchema, schemaVersion } from '../database/migrate.ts'
import { refuseOtherFiles, whyNotOpened } from '../database/refuse-file.ts'
import { checkCalls } from './calls.ts'
import { checkDigests } from './digests.ts'
import { type CheckResult, Findings } from './findings.ts'
import { checkOrphans } from './orphans.ts'
import { checkSegments } from './segments.ts'

type Check = (db: Database, findings: Findings) => void

/** What is checked beside the file itself, by name. */
const CHECKS: Readonly<Record<string, Check>> = {
  orphans: checkOrphans,
  digests: checkDigests,
  'derived data of calls': checkCalls,
  'sealed calls': checkSegments,
}

interface Verification {
  readonly results: readonly CheckResult[]
  /** Whether its schema is older or newer than that of this version: then only the file was checked. */
  readonly otherSchema?: 'older' | 'newer'
}

/**
 * Checks the database in a folder without changing it, whether or not a server is running on it. Each check sees the database at one
 * instant. Throws if it cannot be opened at all.
 */
export function verifyDatabase(folder: string, onCheck: (name: string) => void = () => {}): Verification {
  const path = join(folder, DATABASE_FILE)
  if (!existsSync(path)) throw new ServiceError('not_found', `There is no database in ${folder}`)
  const db = openToVerify(path)
  try {
    onCheck('file')
    const results = [resultOf('file', (findings) => checkFile(db, findings))]
    const schema = schemaVersion(db)
    if (schema !== newestSchema())
      return { results, otherSchema: schema < newestSchema() ? 'older' : 'newer' }
    if (results.some(({ problems }) => problems > 0)) return { results }
    for (const [name, check] of Object.entries(CHECKS)) {
      onCheck(name)
      results.push(resultOf(name, (findings) => db.inSnapshot(() => check(db, findings))))
    }
    return { results }
  } finally {
    db.close()
  }
}

function openToVerify(path: string): Database {
  try {
    refuseOtherFiles(path)
    const db = openForReading(path)
    // Damage in the first page shows up in the first read.
    db.prepare('select count(*) from sqlite_schema').get()
    return db
  } catch (error) {
    throw whyNotOpened(error, path)
  }
}

function resultOf(name: string, check: (findings: Findings) => void): CheckResult {
  const findings = new Findings(name)
  try {
    check(findings)
  } catch (error) {
    // A damaged page, most likely.
    findings.problem(`the check failed: ${messageOf(error)}`)
  }
  return findings.result()
}

/** The structure of the file: pages, indexes, constraints. */
export function checkFile(db: Database, findings: Findings): void {
  for (const { integrity_check } of db.prepare('pragma integrity_check').all<{ integrity_check: string }>())
    if (integrity_check !== 'ok') findings.problem(integrity_check)
  for (const { table, rowid } of db.prepare('pragma foreign_key_check').all())
    findings.problem(`row ${rowid} of ${table} refers to a row that is missing`)
  findings.examined(Number(db.prepare('pragma page_count').get()?.page_count))
}
