/**
 * Errors that a caller can act on. `http/errors.ts` maps each code to a status.
 *
 * `malformed_request` lists validation errors by field; the others carry one message.
 */
export type ErrorCode =
  | 'malformed_request'
  | 'invalid_request'
  | 'invalid_field'
  | 'unauthenticated'
  | 'forbidden'
  | 'forbidden_operand'
  | 'not_found'
  | 'conflict'
  | 'too_large'
  | 'throttled'
  | 'unsupported'
  | 'overloaded'
  | 'unavailable'
  | 'storage_full'
  | 'timeout'
  /** Never sent: the client has disconnected. */
  | 'abandoned'

/** A validation error: its path (`['body', 'start', 'op_name']`), message and type. */
export interface Issue {
  readonly loc: readonly (string | number)[]
  readonly msg: string
  readonly type: string
  /** The invalid value, if it is a scalar. */
  readonly input?: string | number | boolean | null
}

/** Machine-readable fields of an error response, beside the reason. */
export interface ErrorDetails {
  readonly deleted_at?: string
  readonly missing_object_digests?: readonly string[]
  readonly error_code?: string
  readonly retry_after_seconds?: number
}

export class ServiceError extends Error {
  override readonly name = 'ServiceError'
  readonly code: ErrorCode
  readonly details: ErrorDetails
  readonly issues: readonly Issue[]

  constructor(code: ErrorCode, message: string, details: ErrorDetails = {}, issues: readonly Issue[] = []) {
    super(cut(message, MESSAGE_CHARS_MAX))
    this.code = code
    this.details = details
    this.issues = issues
  }
}

/** Messages may quote what a client sent, of any length. */
const MESSAGE_CHARS_MAX = 10_000
const KEY_CHARS_MAX = 200

const cut = (text: string, charsMax: number): string =>
  text.length > charsMax ? `${text.slice(0, charsMax)}…` : text

/** What was thrown, as an error. */
export const asError = (thrown: unknown): Error =>
  thrown instanceof Error ? thrown : new Error(String(thrown))

export const messageOf = (thrown: unknown): string =>
  thrown instanceof Error ? thrown.message : String(thrown)

export const isTooLarge = (error: unknown): boolean =>
  error instanceof ServiceError && error.code === 'too_large'

/** Undefined if what was asked for is too large. */
export async function unlessTooLarge<Result>(result: Promise<Result>): Promise<Result | undefined> {
  try {
    return await result
  } catch (error) {
    if (isTooLarge(error)) return undefined
    throw error
  }
}

export const abandoned = () => new ServiceError('abandoned', 'the client has disconnected')

/** An error for a request that does not match its schema (422 with `detail`). */
export function malformed(found: readonly Issue[]): ServiceError {
  const issues = found.map((issue) => ({ ...issue, loc: issue.loc.map(shortened) }))
  const first = issues[0]
  const message = first ? `${first.loc.join('.')}: ${first.msg}` : 'malformed request'
  return new ServiceError('malformed_request', message, {}, issues)
}

/** Keys can be user data of any length. */
const shortened = (key: string | number): string | number =>
  typeof key === 'string' ? cut(key, KEY_CHARS_MAX) : key
