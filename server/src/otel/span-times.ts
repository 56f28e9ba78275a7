import { ServiceError } from '../errors.ts'
import type { Span } from './span.ts'

/** The last nanosecond whose microsecond is exact in a double, in the year 2255. */
const NANOS_MAX = BigInt(Number.MAX_SAFE_INTEGER) * 1000n + 999n

/** Throws for a span whose times cannot be stored exactly. */
export function checkSpanTimes({ start_nanos, end_nanos }: Span): void {
  if (start_nanos > NANOS_MAX) throw tooLate('startTimeUnixNano', start_nanos)
  if (end_nanos > NANOS_MAX) throw tooLate('endTimeUnixNano', end_nanos)
}

const tooLate = (field: string, nanos: bigint): ServiceError =>
  new ServiceError('invalid_request', `${field} is ${nanos}, but must not be after the year 2255`)
