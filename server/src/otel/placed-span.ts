import type { Attributes, Scope, Span } from './span.ts'

/** A span with what its exporter says once for many. */
export interface PlacedSpan {
  readonly project_id: string
  readonly resource: Attributes
  readonly scope: Scope
  readonly span: Span
}
