import { type ErrorCode, ServiceError } from '../../../errors.ts'

interface Explanation {
  readonly code: ErrorCode
  readonly message: string
  readonly retryAfterSeconds: number
}

const FULL: Explanation = {
  code: 'storage_full',
  message: 'The disk is full: free some space and send the request again',
  retryAfterSeconds: 30,
}
const BUSY: Explanation = {
  code: 'unavailable',
  message: 'The database is locked by another process: send the request again',
  retryAfterSeconds: 5,
}
const FAILING: Explanation = {
  code: 'unavailable',
  message: 'The disk cannot be read or written: check the system log',
  retryAfterSeconds: 30,
}
const DAMAGED: Explanation = {
  code: 'unavailable',
  message: 'The database is damaged: stop the server and restore a backup',
  retryAfterSeconds: 60,
}

/** SQLite's result codes that the request did not cause: https://www.sqlite.org/rescode.html */
const EXPLANATIONS: Readonly<Record<number, Explanation>> = {
  3: FAILING, // PERM
  5: BUSY, // BUSY
  6: BUSY, // LOCKED
  7: FAILING, // NOMEM
  8: FAILING, // READONLY
  10: FAILING, // IOERR
  11: DAMAGED, // CORRUPT
  13: FULL, // FULL
  14: FAILING, // CANTOPEN
  15: FAILING, // PROTOCOL
  26: DAMAGED, // NOTADB
}

/** The error to report when the disk or the file fails; undefined for all other errors. */
export function storageError(error: unknown): ServiceError | undefined {
  const explanation = EXPLANATIONS[resultCodeOf(error) ?? -1]
  if (!explanation || !(error instanceof Error)) return undefined
  const { code, message, retryAfterSeconds } = explanation
  const explained = new ServiceError(code, `${message} (${error.message})`, {
    retry_after_seconds: retryAfterSeconds,
  })
  explained.cause = error
  return explained
}

export const isDamaged = (error: unknown): boolean => EXPLANATIONS[resultCodeOf(error) ?? -1] === DAMAGED

/** Whether another connection holds the lock. */
export const isBusy = (error: unknown): boolean => resultCodeOf(error) === SQLITE_BUSY

const SQLITE_BUSY = 5

/** The low byte is the primary result code. */
function resultCodeOf(error: unknown): number | undefined {
  if (!(error instanceof Error)) return undefined
  if ('errcode' in error && typeof error.errcode === 'number') return error.errcode & 0xff
  return 'code' in error && error.code === 'ERR_SQLITE_ERROR' ? CODES_BY_MESSAGE[error.message] : undefined
}

/** The package for Node 20 leaves the code out of errors of reads with many rows, but not SQLite's text for it. */
const CODES_BY_MESSAGE: Readonly<Record<string, number>> = {
  'access permission denied': 3,
  'database is locked': 5,
  'database table is locked': 6,
  'out of memory': 7,
  'attempt to write a readonly database': 8,
  'disk I/O error': 10,
  'database disk image is malformed': 11,
  'database or disk is full': 13,
  'unable to open database file': 14,
  'locking protocol': 15,
  'file is not a database': 26,
}
