import type { CallStatus } from '@heddle/contract/call/status'
import { apply, column, literal, unset } from '../../query/build.ts'
import type { Expression } from '../../query/expression.ts'
import type { Micros } from '../../time.ts'
import { parseRef } from '../objects/ref.ts'

interface Outcome {
  readonly started_at: Micros
  readonly ended_at: Micros | null
  /** Whether it carries a non-empty exception. */
  readonly failed: boolean
  /** Whether its summary counts errors below it. */
  readonly descendant_failed: boolean
}

/** The status a reader sees. */
export function callStatus(call: Outcome): CallStatus {
  if (call.failed) return 'error'
  if (call.ended_at === null) return 'running'
  return call.descendant_failed ? 'descendant_error' : 'success'
}

/** Undefined while the call runs. */
export function latencyMs(call: Pick<Outcome, 'started_at' | 'ended_at'>): number | undefined {
  return call.ended_at === null ? undefined : wholeMs(call.ended_at - call.started_at)
}

/** Truncates a duration to whole milliseconds. */
export const wholeMs = (micros: Micros): number => Math.floor(micros / 1000)

const ENDED_AT = column('ended_at', 'instant')

/** The status that filters and sorts see: errors below count while the call still runs. */
export const STATUS: Expression = apply(
  'case',
  ...[column('failed', 'number'), literal('error')],
  ...[column('descendant_failed', 'number'), literal('descendant_error')],
  ...[unset(ENDED_AT), literal('running')],
  literal('success'),
)

/** The latency that filters and sorts see: the difference of the two instants, each truncated to milliseconds. */
export const LATENCY_MS: Expression = apply(
  'minus',
  apply('quotient', ENDED_AT, literal(1000n)),
  apply('quotient', column('started_at', 'instant'), literal(1000n)),
)

/** The display name, or else the name of the op. */
export const TRACE_NAME: Expression = apply('coalesce', column('display_name'), column('op'))

/** The name in an op ref or object ref; any other op name as it is. */
export function traceName(opName: string): string {
  const ref = parseRef(opName)
  return ref?.kind === 'op' || ref?.kind === 'object' ? ref.name : opName
}
