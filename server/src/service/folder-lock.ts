import { accessSync, closeSync, constants, existsSync, mkdirSync, openSync } from 'node:fs'
import { join } from 'node:path'
import { messageOf } from '../errors.ts'
import { giveToFolderOwner } from '../storage/sqlite/database/database-files.ts'
import { type Database, openDatabase } from '../storage/sqlite/database/driver.ts'
import { isBusy } from '../storage/sqlite/database/storage-error.ts'
import { UsageError } from '../usage-error.ts'
import { announcedUrl, withdrawUrl } from './local-url.ts'

/** Who uses a data folder, and so who else may. */
type Use =
  /** One server. Commands may share the folder with it. */
  | 'server'
  /** A command beside a server and other commands. */
  | 'shared'
  /** A command that nobody else may be beside. */
  | 'alone'

interface Lock {
  readonly begin: string
  readonly inUse: (folder: string) => string
}

const IN_USE = (folder: string) =>
  `${folder} is in use by a server or another command: stop it first, or choose another folder with --data`

/** A journal file could not be written on a full disk, where the server has to start as well. */
const WITHOUT_FILE = 'pragma journal_mode = memory;'

/** SQLite lets one connection hold a RESERVED lock while others read, and one an EXCLUSIVE lock while none does. */
const LOCKS: Readonly<Record<Use, Lock>> = {
  server: { begin: `${WITHOUT_FILE} begin immediate`, inUse: IN_USE },
  shared: {
    begin: 'begin; select count(*) from sqlite_schema',
    inUse: (folder) =>
      `${folder} is in use by a command that needs it for itself, such as heddle compact: try again when that has ended`,
  },
  alone: { begin: `${WITHOUT_FILE} begin exclusive`, inUse: IN_USE },
}

/** Somebody else uses the folder. */
class FolderInUse extends UsageError {}

/** Long enough for `isLocked` of other processes. */
const WAIT_MS = 200

/**
 * Locks the data folder for a server or a command and returns a function that releases it. The lock is that of an empty SQLite
 * database, which the operating system releases however the process ends.
 */
export function lockFolder(folder: string, use: Use): () => void {
  const unlock = acquire(folder, use, WAIT_MS)
  try {
    // Of a server that was killed. Nobody else may write it now.
    if (use !== 'shared') withdrawUrl(folder)
    return unlock
  } catch (error) {
    unlock()
    throw notUsable(folder, messageOf(error), error)
  }
}

function acquire(folder: string, use: Use, waitMs: number): () => void {
  const { begin, inUse } = LOCKS[use]
  const lock = openLock(folder)
  try {
    lock.exec(`pragma busy_timeout = ${waitMs}; ${begin}`)
  } catch (error) {
    lock.close()
    if (isBusy(error)) throw new FolderInUse(inUse(folder), { cause: error })
    throw notUsable(folder, `heddle.lock cannot be locked: ${messageOf(error)}`, error)
  }
  return () => {
    // Closing alone would keep the lock until the statements of the connection are garbage-collected.
    lock.exec('rollback')
    lock.close()
  }
}

/** Locks the data folder unless others use it. */
export const lockIfFree = (folder: string, use: Use): (() => void) | undefined =>
  unlessInUse(() => lockFolder(folder, use))

function unlessInUse<Result>(lock: () => Result): Result | undefined {
  try {
    return lock()
  } catch (error) {
    if (error instanceof FolderInUse) return undefined
    throw error
  }
}

/** Whether a server, or a command that needs it alone, uses the data folder. */
export function isLocked(folder: string): boolean {
  if (!existsSync(lockFile(folder))) return false
  // Other commands ask the same, for a moment each.
  const unlock = unlessInUse(() => acquire(folder, 'server', WAIT_MS / 10))
  unlock?.()
  return unlock === undefined
}

/** The URL of the server that runs on the data folder. That of a killed one may belong to a stranger by now. */
export const runningUrl = (folder: string): string | undefined =>
  announcedUrl(folder) === undefined || !isLocked(folder) ? undefined : announcedUrl(folder)

const lockFile = (folder: string): string => join(folder, 'heddle.lock')

function openLock(folder: string): Database {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    const path = lockFile(folder)
    // Only a missing one is opened: closing a file releases the locks that this process has on it.
    if (!existsSync(path)) closeSync(openSync(path, 'a', 0o600))
    // SQLite would open a file that cannot be written for reading, and lock nobody out.
    accessSync(path, constants.R_OK | constants.W_OK)
    giveToFolderOwner(path)
    return openDatabase(path, { readOnly: false })
  } catch (error) {
    throw notUsable(folder, messageOf(error), error)
  }
}

const notUsable = (folder: string, reason: string, cause: unknown): UsageError =>
  new UsageError(`The data folder ${folder} cannot be used: ${reason}`, { cause })
