import { formatDateTime } from '../../time.ts'
import type { Measured, Scalar, SpanMeasure } from './span-groups.ts'
import { spanValueType } from './span-values.ts'

/** What a measure came to, as replies show it: the first and the last of instants are instants. */
export function measureView(value: Measured | undefined, measure: SpanMeasure): Scalar {
  if (typeof value === 'number') return isInstant(measure) ? formatDateTime(value) : value
  return typeof value === 'string' ? value : null
}

/** Whether a measure results in an instant. */
export const isInstant = ({ make, value }: SpanMeasure): boolean =>
  (make === 'min' || make === 'max') && value !== undefined && spanValueType(value) === 'datetime'
