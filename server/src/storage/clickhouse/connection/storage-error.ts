import { ClickHouseError } from '@clickhouse/client'
import { type ErrorCode, ServiceError } from '../../../errors.ts'

interface Explanation {
  readonly code: ErrorCode
  readonly message: string
  readonly retryAfterSeconds?: number
}

const DOWN: Explanation = {
  code: 'unavailable',
  message: 'ClickHouse cannot be reached: send the request again',
  retryAfterSeconds: 5,
}
const BUSY: Explanation = {
  code: 'unavailable',
  message: 'ClickHouse is busy: send the request again',
  retryAfterSeconds: 5,
}
const READ_ONLY: Explanation = {
  code: 'unavailable',
  message: 'ClickHouse accepts no writes at the moment: send the request again',
  retryAfterSeconds: 10,
}
const REFUSED: Explanation = {
  code: 'unavailable',
  message: 'ClickHouse refuses this server: check its user, rights and schema',
  retryAfterSeconds: 30,
}
const FULL: Explanation = {
  code: 'storage_full',
  message: 'The disk of ClickHouse is full: free some space and send the request again',
  retryAfterSeconds: 30,
}
const SLOW: Explanation = { code: 'timeout', message: 'the read took too long: narrow it down' }
const LARGE: Explanation = {
  code: 'too_large',
  message: 'the read needs more memory than a query may use: narrow it down',
}
const SLOW_WRITE: Explanation = {
  code: 'unavailable',
  message: 'ClickHouse took too long to write: send the request again',
  retryAfterSeconds: 5,
}
const LARGE_WRITE: Explanation = {
  code: 'too_large',
  message: 'the write needs more memory than ClickHouse allows: send less at once',
}
/** Explanations that are worded for reads, and what they say of writes. */
const OF_WRITES: ReadonlyMap<Explanation | undefined, Explanation> = new Map([
  [SLOW, SLOW_WRITE],
  [LARGE, LARGE_WRITE],
])

/** ClickHouse's error codes that the request did not cause: src/Common/ErrorCodes.cpp of its repository. */
const EXPLANATIONS: Readonly<Record<string, Explanation>> = {
  60: REFUSED, // UNKNOWN_TABLE
  81: REFUSED, // UNKNOWN_DATABASE
  158: LARGE, // TOO_MANY_ROWS
  159: SLOW, // TIMEOUT_EXCEEDED
  160: SLOW, // TOO_SLOW
  164: READ_ONLY, // READONLY
  192: REFUSED, // UNKNOWN_USER
  202: BUSY, // TOO_MANY_SIMULTANEOUS_QUERIES
  209: DOWN, // SOCKET_TIMEOUT
  210: DOWN, // NETWORK_ERROR
  216: DOWN, // QUERY_WITH_SAME_ID_IS_ALREADY_RUNNING, of a read that was sent again
  225: READ_ONLY, // NO_ZOOKEEPER
  236: DOWN, // ABORTED
  242: READ_ONLY, // TABLE_IS_READ_ONLY
  243: FULL, // NOT_ENOUGH_SPACE
  252: BUSY, // TOO_MANY_PARTS
  279: DOWN, // ALL_CONNECTION_TRIES_FAILED
  285: READ_ONLY, // TOO_FEW_LIVE_REPLICAS
  286: READ_ONLY, // UNSATISFIED_QUORUM_FOR_PREVIOUS_WRITE
  307: LARGE, // TOO_MANY_BYTES
  319: DOWN, // UNKNOWN_STATUS_OF_INSERT
  394: DOWN, // QUERY_WAS_CANCELLED, by a server that stops or by its admin
  396: LARGE, // TOO_MANY_ROWS_OR_BYTES
  497: REFUSED, // ACCESS_DENIED
  516: REFUSED, // AUTHENTICATION_FAILED
  745: DOWN, // SERVER_OVERLOADED
  999: READ_ONLY, // KEEPER_EXCEPTION
}
const MEMORY_LIMIT_EXCEEDED = '241'
/** The limit of the server or of the user, not of the query. */
const OF_ALL_QUERIES = /\(total\)|\(for user\)|User memory limit/i

/** The error to report when ClickHouse or the way to it fails; undefined for all other errors. */
export function storageError(error: unknown, kind: 'read' | 'write' = 'read'): ServiceError | undefined {
  const found = explain(error)
  const explanation = (kind === 'write' ? OF_WRITES.get(found) : undefined) ?? found
  if (!explanation || !(error instanceof Error)) return undefined
  const { code, message, retryAfterSeconds } = explanation
  const details = retryAfterSeconds === undefined ? {} : { retry_after_seconds: retryAfterSeconds }
  const explained = new ServiceError(code, `${message} (${detailOf(error)})`, details)
  explained.cause = error
  return explained
}

/** Whether the connection broke, so that nobody knows whether the statement ran. */
export const isConnectionError = (error: unknown): boolean => explain(error) === DOWN

function explain(error: unknown): Explanation | undefined {
  if (error instanceof ClickHouseError) {
    if (error.code === MEMORY_LIMIT_EXCEEDED) return OF_ALL_QUERIES.test(error.message) ? BUSY : LARGE
    return EXPLANATIONS[error.code]
  }
  if (!(error instanceof Error)) return undefined
  return hasSystemCode(error) || isHttpError(error) ? DOWN : undefined
}

/** Errors of sockets, TLS and HTTP, such as `ECONNREFUSED` and `CERT_HAS_EXPIRED`. */
const hasSystemCode = (error: Error): boolean =>
  'code' in error &&
  typeof error.code === 'string' &&
  /^[A-Z][A-Z_]+$/.test(error.code) &&
  !(error instanceof TypeError)

/** The driver throws plain errors for timeouts, and for responses that are not from ClickHouse: those of a proxy that cannot reach it. */
const isHttpError = (error: Error): boolean => Object.getPrototypeOf(error) === Error.prototype

/** What an error says, in one line. An attempt to connect to several addresses has only a code; proxies respond with HTML. */
export function detailOf(error: Error): string {
  const [, title] = /<title>([^<]+)/i.exec(error.message) ?? []
  const code = 'code' in error ? String(error.code) : ''
  return (title ?? error.message.trim().split('\n', 1)[0]?.slice(0, 500)) || code || 'an empty response'
}
