import type { Attributes, Scope, Span } from './span.ts'

/** A span with the project, resource and scope that it shares with others. */
export interface PlacedSpan {
  readonly project_id: string
  readonly resource: Attributes
  readonly scope: Scope
  readonly span: Span
}
