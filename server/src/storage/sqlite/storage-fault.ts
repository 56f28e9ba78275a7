import { type ErrorCode, ServiceError } from '../../errors.ts'

interface Fault {
  readonly code: ErrorCode
  readonly message: string
  readonly retryAfterSeconds: number
}

const FULL: Fault = {
  code: 'storage_full',
  message: 'The disk is full: free some space and send the request again',
  retryAfterSeconds: 30,
}
const BUSY: Fault = {
  code: 'unavailable',
  message: 'The database is locked by another process: send the request again',
  retryAfterSeconds: 5,
}
const FAILING: Fault = {
  code: 'unavailable',
  message: 'The disk cannot be read or written: look into the log of the system',
  retryAfterSeconds: 30,
}
const DAMAGED: Fault = {
  code: 'unavailable',
  message: 'The database is damaged: stop the server and restore a backup',
  retryAfterSeconds: 60,
}

/** SQLite's result codes that are no fault of the request: https://www.sqlite.org/rescode.html */
const FAULTS: Readonly<Record<number, Fault>> = {
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

/** What callers are told about a fault of the disk or the file; undefined for all other errors. */
export function storageFault(error: unknown): ServiceError | undefined {
  const fault = FAULTS[resultCodeOf(error) ?? -1]
  if (!fault || !(error instanceof Error)) return undefined
  const { code, message, retryAfterSeconds } = fault
  const told = new ServiceError(code, `${message} (${error.message})`, {
    retry_after_seconds: retryAfterSeconds,
  })
  told.cause = error
  return told
}

export const isDamaged = (error: unknown): boolean => FAULTS[resultCodeOf(error) ?? -1] === DAMAGED

/** The low byte is the kind of error; the rest says more. */
function resultCodeOf(error: unknown): number | undefined {
  if (!(error instanceof Error && 'errcode' in error)) return undefined
  return typeof error.errcode === 'number' ? error.errcode & 0xff : undefined
}
