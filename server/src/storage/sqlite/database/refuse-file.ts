import { closeSync, existsSync, openSync, readSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { ServiceError } from '../../../errors.ts'
import { isHalfRestored } from './database-files.ts'
import { type Database, openDatabase } from './driver.ts'
import { isBusy, isDamaged } from './storage-error.ts'

/** SQLite application id that marks Heddle databases: `Hddl`. */
export const APPLICATION_ID = 0x4864646c

const HEADER_BYTES = 100
const MAGIC = 'SQLite format 3\0'

/**
 * Throws if the file is not a database, is damaged, belongs to another application, or is missing because a restore was
 * interrupted. Leaves the files of other applications unchanged.
 */
export function refuseOtherFiles(path: string): void {
  if (isHalfRestored(path))
    throw unusable(`A restore into ${dirname(path)} was interrupted: run heddle restore again`)
  const header = readHeader(path)
  if (header.length === 0) return
  if (header.length < HEADER_BYTES || header.toString('latin1', 0, MAGIC.length) !== MAGIC) {
    throw unusable(`${path} is not a SQLite database: move it away, or choose another folder with --data`)
  }
  if (isCutShort(path, header)) throw damaged(path, 'it is shorter than it says')
  const applicationId = header.readUInt32BE(68)
  if (applicationId !== APPLICATION_ID && applicationId !== 0) throw foreign(path)
  rollBackJournal(path)
  if (applicationId === 0 && !hasOurTables(path)) throw foreign(path)
}

/** The error to show if a database cannot be opened. */
export function whyNotOpened(error: unknown, path: string): unknown {
  if (error instanceof ServiceError || !(error instanceof Error)) return error
  if (isBusy(error)) return inUse(path)
  if (isDamaged(error)) return damaged(path, error.message)
  if (!('errcode' in error || 'syscall' in error)) return error
  return unusable(`${path} cannot be opened: ${error.message}`)
}

const unusable = (message: string) => new ServiceError('unavailable', message)

export const inUse = (path: string) =>
  unusable(`${path} is in use by another process: try again when that has ended`)

const foreign = (path: string) =>
  unusable(`${path} is a database of another application: choose another folder with --data`)

const damaged = (path: string, how: string) =>
  unusable(
    `${path} is damaged (${how}): restore a backup, or save what can be read with: sqlite3 ${path} .recover`,
  )

function readHeader(path: string): Buffer {
  if (!statSync(path, { throwIfNoEntry: false })) return Buffer.alloc(0)
  const file = openSync(path, 'r')
  try {
    const header = Buffer.alloc(HEADER_BYTES)
    return header.subarray(0, readSync(file, header, 0, HEADER_BYTES, 0))
  } finally {
    closeSync(file)
  }
}

/**
 * Undoes a commit that a kill cut off. A database has a rollback journal until it is first opened for writing, which
 * switches it to a WAL. Read-only connections cannot roll it back, and fail.
 */
function rollBackJournal(path: string): void {
  if (!existsSync(`${path}-journal`)) return
  const db = openDatabase(path, { readOnly: false })
  try {
    tablesOf(db)
  } finally {
    db.close()
  }
}

/**
 * With a WAL, the file may be short, since the WAL has the rest. A journal restores the header of before the commit.
 * https://www.sqlite.org/fileformat2.html
 */
function isCutShort(path: string, header: Buffer): boolean {
  if (sizeOf(`${path}-wal`) > 0 || existsSync(`${path}-journal`)) return false
  if (header.readUInt32BE(24) !== header.readUInt32BE(92)) return false
  const pageSize = header.readUInt16BE(16)
  return sizeOf(path) < header.readUInt32BE(28) * (pageSize === 1 ? 65_536 : pageSize)
}

const sizeOf = (path: string): number => statSync(path, { throwIfNoEntry: false })?.size ?? 0

/** Databases older than the application id are recognized by their tables; one without tables is new. */
function hasOurTables(path: string): boolean {
  const db = openDatabase(path, { readOnly: true })
  try {
    const tables = tablesOf(db)
    return tables.length === 0 || (tables.includes('call_starts') && tables.includes('memberships'))
  } finally {
    db.close()
  }
}

const tablesOf = (db: Database): unknown[] =>
  db
    .prepare("select name from sqlite_schema where type = 'table'")
    .all()
    .map(({ name }) => name)
