import { closeSync, existsSync, openSync, renameSync, statSync } from 'node:fs'
import { join } from 'node:path'
import {
  DATABASE_FILE,
  flush,
  giveToFolderOwner,
  refuseFullDisk,
  removeCopy,
} from '../database/database-files.ts'
import { type Database, openDatabase } from '../database/driver.ts'
import { inUse, whyNotOpened } from '../database/refuse-file.ts'
import { openSqliteStorage } from '../storage.ts'
import { checkCopy } from './backup.ts'

interface Compacted {
  readonly bytesBefore: number
  readonly bytesAfter: number
}

/**
 * Seals every call that has ended, rewrites segments that lost calls, and rewrites the database without free pages. Nothing of what was
 * deleted is left in the file. Fails if another process has the database open, and while it is rewritten none can open it. The new file
 * is checked and takes the place of the old one at once, so that an interrupted run leaves the old one.
 */
export async function compact(folder: string, onStep: (step: string) => void = () => {}): Promise<Compacted> {
  const path = join(folder, DATABASE_FILE)
  const bytesBefore = sizeOf(path)
  onStep('sealing calls')
  const storage = await openSqliteStorage({ folder })
  try {
    await storage.sealAll()
  } finally {
    await storage.close()
  }
  onStep('rewriting the database')
  const unfinished = `${path}.compacting`
  removeCopy(unfinished)
  refuseFullDisk(folder, sizeOf(path))
  const db = openAlone(path)
  try {
    copyTo(unfinished, db, path)
    onStep('checking the database')
    checkCopy(unfinished)
    giveToFolderOwner(unfinished)
    flush(unfinished)
    // It would be applied to the new file.
    if (existsSync(`${path}-wal`)) throw inUse(path)
    renameSync(unfinished, path)
  } finally {
    removeCopy(unfinished)
    db.close()
  }
  flush(folder)
  return { bytesBefore, bytesAfter: sizeOf(path) }
}

/**
 * Opens a database so that no other process can read or write it until it is closed: what one stored would be lost with the old file.
 * Nothing in this process may open and close the file meanwhile, which would release the lock.
 */
function openAlone(path: string): Database {
  const db = openDatabase(path, { readOnly: false })
  try {
    // Fails if another process has the database open. Also deletes the WAL.
    db.exec('pragma journal_mode = delete')
    // Databases of early versions become able to return space to the file system.
    db.exec('pragma auto_vacuum = incremental')
    // Last: with this, a journal file would be kept.
    db.exec('pragma main.locking_mode = exclusive; begin exclusive; commit')
    if (db.prepare('pragma journal_mode').get()?.journal_mode !== 'delete') throw inUse(path)
    return db
  } catch (error) {
    db.close()
    throw whyNotOpened(error, path)
  }
}

function copyTo(target: string, db: Database, path: string): void {
  closeSync(openSync(target, 'wx', 0o600))
  try {
    db.exec(`vacuum into '${target.replaceAll("'", "''")}'`)
  } catch (error) {
    throw whyNotOpened(error, path)
  }
}

const sizeOf = (path: string): number => statSync(path, { throwIfNoEntry: false })?.size ?? 0
