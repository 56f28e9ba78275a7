import { all, apply, column, columnIs, compare, instant, literal } from '../../query/build.ts'
import type { Comparison, Expression } from '../../query/expression.ts'
import type { Micros } from '../../time.ts'
import { newTimeRange, type TimeRange, type TimeRangeRequest } from '../measures/time-buckets.ts'

export interface FeedbackWindowRequest extends TimeRangeRequest {
  readonly feedback_type?: string
  /** A whole ref, or `…:*` for any version. */
  readonly trigger_ref?: string
}

/** A time range, and the condition for feedback in it. */
export interface FeedbackWindow extends TimeRange {
  readonly condition: Expression
  /** The parts of the condition that are not about time. */
  readonly others: readonly Expression[]
}

export function newFeedbackWindow(request: FeedbackWindowRequest, now: Micros): FeedbackWindow {
  const { start, end } = newTimeRange(request, now)
  const { feedback_type, trigger_ref } = request
  const others = [
    ...(feedback_type === undefined ? [] : [columnIs('feedback_type', feedback_type)]),
    ...(trigger_ref === undefined ? [] : [triggeredBy(trigger_ref)]),
  ]
  const operands = [createdWithin({ start, end }), ...others]
  return { start, end, condition: all(operands), others }
}

/** Created in [start, end). */
export function createdWithin({ start, end }: TimeRange): Expression {
  return all([compareCreation('gte', start), compareCreation('lt', end)])
}

function triggeredBy(pattern: string): Expression {
  if (!pattern.endsWith(':*')) return columnIs('trigger_ref', pattern)
  return apply('startsWith', column('trigger_ref'), literal(pattern.slice(0, -'*'.length)))
}

const compareCreation = (operator: Comparison, at: Micros): Expression =>
  compare(operator, column('created_at', 'instant'), instant(at))
