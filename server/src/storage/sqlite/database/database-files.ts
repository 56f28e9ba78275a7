import {
  chmodSync,
  closeSync,
  existsSync,
  fsyncSync,
  lchownSync,
  lstatSync,
  openSync,
  readdirSync,
  rmSync,
  type Stats,
  statfsSync,
  statSync,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { ServiceError } from '../../../errors.ts'

/** The database in the data folder. */
export const DATABASE_FILE = 'heddle.sqlite'

/** How far an import and a promotion are with the data of a folder. Other data has none of it. */
export const IMPORT_PROGRESS_FILE = 'import-progress'
export const PROMOTE_PROGRESS_FILE = 'promote-progress'

/** Ends the names of files that `restore` has copied and not yet moved into place. */
export const RESTORING = '.restoring'

/** Whether a restore was interrupted before it moved the database into place. */
export const isHalfRestored = (databasePath: string): boolean =>
  existsSync(`${databasePath}${RESTORING}`) && !existsSync(databasePath)

const OWNER_ONLY = 0o600

/**
 * Creates the database file if it is missing, and makes it, its WAL and its backups readable by the owner of the folder only.
 * SQLite gives the files that it creates next to the database the same permissions.
 */
export function protectFiles(databasePath: string): void {
  closeSync(openSync(databasePath, 'a', OWNER_ONLY))
  const folder = dirname(databasePath)
  for (const name of readdirSync(folder)) {
    if (!name.startsWith(basename(databasePath))) continue
    restrict(join(folder, name))
    giveToFolderOwner(join(folder, name))
  }
}

/**
 * Gives a file that root created to the owner of its folder, as SQLite does with the files next to a database: a server
 * that runs as another user could not open it. Links are not followed, which that user may have placed there.
 */
export function giveToFolderOwner(path: string): void {
  if (process.geteuid?.() !== 0) return
  const { uid, gid } = statSync(dirname(path))
  if (lstatSync(path, { throwIfNoEntry: false })?.uid === 0 && uid !== 0)
    unlessNotPermitted(() => lchownSync(path, uid, gid))
}

/** Skips files of other users, whose permissions only their owner can change. */
function restrict(path: string): void {
  const found = statSync(path, { throwIfNoEntry: false })
  if (!found || (found.mode & 0o077) === 0) return
  unlessNotPermitted(() => chmodSync(path, OWNER_ONLY))
}

function unlessNotPermitted(change: () => void): void {
  try {
    change()
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EPERM')) throw error
  }
}

/** Throws `storage_full` where a folder has less free space than this. */
export function refuseFullDisk(folder: string, bytes: number): void {
  const { bavail, bsize } = statfsSync(folder)
  const free = bavail * bsize
  if (free >= bytes) return
  const mib = (count: number) => Math.ceil(count / 1024 ** 2)
  throw new ServiceError(
    'storage_full',
    `${folder} needs ${mib(bytes)} MiB of free space, and has ${mib(free)} MiB`,
  )
}

/** Removes a copy that was not finished, with the journal that a killed `vacuum into` leaves and SQLite would apply to a new copy. */
export function removeCopy(path: string): void {
  for (const suffix of ['', '-journal']) rmSync(`${path}${suffix}`, { force: true })
}

/** Waits until a file, or the names in a folder, are on disk. */
export function flush(path: string): void {
  const file = openSync(path, 'r')
  try {
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
}

/**
 * Detects files that were deleted or replaced while open. SQLite would keep writing to the old files, and those
 * writes would be lost.
 */
export class OpenedFiles {
  readonly #opened: readonly (readonly [path: string, file: Stats])[]

  constructor(databasePath: string) {
    this.#opened = [databasePath, `${databasePath}-wal`].flatMap((path) => {
      const file = statSync(path, { throwIfNoEntry: false })
      return file ? [[path, file] as const] : []
    })
  }

  /** Throws if a file was deleted or replaced. Takes a few microseconds. */
  check(): void {
    for (const [path, opened] of this.#opened) {
      const file = statSync(path, { throwIfNoEntry: false })
      if (file && file.ino === opened.ino && file.dev === opened.dev) continue
      throw new ServiceError(
        'unavailable',
        `${basename(path)} was ${file ? 'replaced' : 'deleted'} while the server was running: nothing can be stored. Stop the server, put the file back, and start it again`,
        { retry_after_seconds: 60 },
      )
    }
  }
}
