/**
 * What a caller can act on. `http/errors.ts` maps each code to a status.
 *
 * `malformed_request` lists what is wrong field by field; the others carry one sentence.
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
  /** Told to nobody: the one who asked has left. */
  | 'abandoned'

/** One fault of a request: where it is (`['body', 'start', 'op_name']`), what is wrong, of which kind. */
export interface Fault {
  readonly loc: readonly (string | number)[]
  readonly msg: string
  readonly type: string
  /** The value at fault, where it is a scalar. */
  readonly input?: string | number | boolean | null
}

/** Machine-readable fields that travel beside the reason in an error reply. */
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
  readonly faults: readonly Fault[]

  constructor(code: ErrorCode, message: string, details: ErrorDetails = {}, faults: readonly Fault[] = []) {
    super(message)
    this.code = code
    this.details = details
    this.faults = faults
  }
}

export const abandoned = () => new ServiceError('abandoned', 'nobody waits for the answer any more')

/** A request whose shape is wrong, fault by fault (422 with `detail`). */
export function malformed(faults: readonly Fault[]): ServiceError {
  const first = faults[0]
  const message = first ? `${first.loc.join('.')}: ${first.msg}` : 'malformed request'
  return new ServiceError('malformed_request', message, {}, faults)
}
