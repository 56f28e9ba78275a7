import { ServiceError } from '../errors.ts'
import type { Span } from './span.ts'

/** Throws for a span without valid ids. */
export function checkSpanIds({ trace_id, span_id }: Span): void {
  if (trace_id === '' || span_id === '') {
    throw new ServiceError('invalid_request', 'trace_id must have 16 bytes and span_id 8, not all zero')
  }
}
