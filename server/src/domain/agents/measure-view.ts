import { formatDateTime } from '../../time.ts'
import type { Measured, Scalar, SpanMeasure } from './span-groups.ts'
import { spanValueType } from './span-values.ts'

/** The value of a measure in responses: the minimum and maximum of instants are written as instants. */
export function measureView(value: Measured | undefined, measure: SpanMeasure): Scalar {
  if (typeof value === 'number') return isInstant(measure) ? formatDateTime(value) : value
  return typeof value === 'string' ? value : null
}

/** Whether a measure results in an instant. */
export const isInstant = ({ make, value }: SpanMeasure): boolean =>
  (make === 'min' || make === 'max') && value !== undefined && spanValueType(value) === 'datetime'
