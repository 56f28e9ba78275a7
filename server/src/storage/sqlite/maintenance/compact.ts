import { closeSync, existsSync, openSync, renameSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { ServiceError } from '../../../errors.ts'
import {
  DATABASE_FILE,
  flush,
  giveToFolderOwner,
  refuseFullDisk,
  removeCopy,
} from '../database/database-files.ts'
import { openDatabase } from '../database/driver.ts'
import { whyNotOpened } from '../database/refuse-file.ts'
import { openSqliteStorage } from '../storage.ts'
import { checkCopy } from './backup.ts'

interface Compacted {
  readonly bytesBefore: number
  readonly bytesAfter: number
}

/**
 * Seals every call that has ended, rewrites segments that lost calls, and rewrites the database without free pages. Nothing of what was
 * deleted is left in the file. Nobody else may have the database open. The new file is checked and takes the place of the old one at
 * once, so that an interrupted run leaves the old one.
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
  try {
    rewrite(path, unfinished)
    onStep('checking the database')
    checkCopy(unfinished)
    giveToFolderOwner(unfinished)
    flush(unfinished)
    renameSync(unfinished, path)
  } finally {
    removeCopy(unfinished)
  }
  flush(dirname(path))
  return { bytesBefore, bytesAfter: sizeOf(path) }
}

function rewrite(path: string, target: string): void {
  refuseFullDisk(dirname(path), sizeOf(path))
  closeSync(openSync(target, 'wx', 0o600))
  const db = openDatabase(path, { readOnly: false })
  try {
    // Fails if another process has the database open. Also deletes the WAL, which would be applied to the new file.
    db.exec('pragma journal_mode = delete')
    // Databases of early versions become able to return space to the file system.
    db.exec('pragma auto_vacuum = incremental')
    db.exec(`vacuum into '${target.replaceAll("'", "''")}'`)
  } catch (error) {
    throw whyNotOpened(error, path)
  } finally {
    db.close()
  }
  if (existsSync(`${path}-wal`)) throw new ServiceError('unavailable', `${path} is in use by another process`)
}

const sizeOf = (path: string): number => statSync(path, { throwIfNoEntry: false })?.size ?? 0
