import { ServiceError } from '../errors.ts'
import type { Micros } from '../time.ts'
import type { Span } from './span.ts'
import { microsOf } from './span-dump.ts'

/** The last nanosecond whose microsecond is exact in a double, in the year 2255. */
const NANOS_MAX = BigInt(Number.MAX_SAFE_INTEGER) * 1000n + 999n

/** Throws for a span whose times cannot be stored exactly. */
export function checkSpanTimes({ start_nanos, end_nanos }: Span): void {
  if (start_nanos > NANOS_MAX) throw tooLate('startTimeUnixNano', start_nanos)
  if (end_nanos > NANOS_MAX) throw tooLate('endTimeUnixNano', end_nanos)
}

const tooLate = (field: string, nanos: bigint): ServiceError =>
  new ServiceError('invalid_request', `${field} is ${nanos}, but must not be after the year 2255`)

interface GivenTimes {
  readonly started_at: Micros | undefined
  readonly ended_at: Micros | undefined
}

/** When a span started and ended. A time that is missing is the other one: an exported span has ended. Times that are given by attributes win. */
export function spanTimes({ start_nanos, end_nanos }: Span, given?: GivenTimes) {
  const started_at = given?.started_at ?? microsOf(start_nanos || end_nanos)
  const ended_at = given?.ended_at ?? microsOf(end_nanos || start_nanos)
  // Clocks are set back at times, and nothing takes less than no time.
  return { started_at, ended_at: Math.max(started_at, ended_at) }
}
