import { closeSync, existsSync, mkdirSync, openSync } from 'node:fs'
import { join } from 'node:path'
import { messageOf } from '../errors.ts'
import { giveToFolderOwner } from '../storage/sqlite/database/database-files.ts'
import { type Database, openDatabase } from '../storage/sqlite/database/driver.ts'
import { isBusy } from '../storage/sqlite/database/storage-error.ts'
import { UsageError } from '../usage-error.ts'

/** A server or another command holds the lock of the folder. */
class FolderInUse extends UsageError {}

/**
 * Locks the data folder for one server or command and returns a function that releases it. The lock is that of an empty SQLite
 * database, which the operating system releases however the process ends.
 */
export function lockFolder(folder: string): () => void {
  const lock = openLock(folder)
  try {
    // A journal file could not be written on a full disk, where the server has to start as well.
    lock.exec('pragma journal_mode = memory; begin exclusive')
  } catch (error) {
    lock.close()
    if (!isBusy(error)) throw notUsable(folder, `heddle.lock cannot be locked: ${messageOf(error)}`, error)
    throw new FolderInUse(
      `${folder} is in use by a server or another command: stop it first, or choose another folder with --data`,
      { cause: error },
    )
  }
  return () => {
    // Closing alone would keep the lock until the statements of the connection are garbage-collected.
    lock.exec('rollback')
    lock.close()
  }
}

/** Locks the data folder unless it is in use. */
export function lockIfFree(folder: string): (() => void) | undefined {
  try {
    return lockFolder(folder)
  } catch (error) {
    if (error instanceof FolderInUse) return undefined
    throw error
  }
}

/** Whether a server or a command holds the lock of the data folder. */
export function isLocked(folder: string): boolean {
  if (!existsSync(lockFile(folder))) return false
  const unlock = lockIfFree(folder)
  unlock?.()
  return unlock === undefined
}

const lockFile = (folder: string): string => join(folder, 'heddle.lock')

function openLock(folder: string): Database {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    const path = lockFile(folder)
    // Fails where the file cannot be written: SQLite would open it for reading, and lock nobody out.
    closeSync(openSync(path, 'a', 0o600))
    giveToFolderOwner(path)
    return openDatabase(path, { readOnly: false })
  } catch (error) {
    throw notUsable(folder, messageOf(error), error)
  }
}

const notUsable = (folder: string, reason: string, cause: unknown): UsageError =>
  new UsageError(`The data folder ${folder} cannot be used: ${reason}`, { cause })
