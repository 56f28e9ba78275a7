import { closeSync, mkdirSync, openSync } from 'node:fs'
import { join } from 'node:path'
import { messageOf } from '../errors.ts'
import { giveToFolderOwner } from '../storage/sqlite/database/database-files.ts'
import { openDatabase } from '../storage/sqlite/database/driver.ts'
import { UsageError } from '../usage-error.ts'

/**
 * Locks the data folder for one server or command and returns a function that releases it. The lock is that of an empty SQLite
 * database, which the operating system releases however the process ends.
 */
export function lockFolder(folder: string): () => void {
  const lock = openLock(folder)
  try {
    lock.exec('begin exclusive')
  } catch (error) {
    lock.close()
    throw new UsageError(
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

function openLock(folder: string) {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    const path = join(folder, 'heddle.lock')
    // Fails where the file cannot be written: SQLite would open it for reading, and lock nobody out.
    closeSync(openSync(path, 'a', 0o600))
    giveToFolderOwner(path)
    return openDatabase(path, { readOnly: false })
  } catch (error) {
    const reason = messageOf(error)
    throw new UsageError(`The data folder ${folder} cannot be used: ${reason}`, { cause: error })
  }
}
