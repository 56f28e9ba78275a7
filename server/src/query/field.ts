/**
 * Where a value comes from. A resource's catalogue (`domain/*-fields.ts`) turns the names clients
 * write into these; the evaluator and each engine's dialect know how to read each kind.
 */
export type Field =
  /** A plain column, compared as its own type. Null when unset. */
  | {
      readonly kind: 'column'
      readonly name: string
      readonly type: 'string' | 'number' | 'boolean' | 'datetime' | 'strings'
    }
  /** A path into a JSON document. Read as text: `''` where the path leads nowhere or to null. */
  | { readonly kind: 'json'; readonly column: string; readonly path: readonly string[] }
  /** One key of a column that maps strings to values. Null when the key is absent. */
  | {
      readonly kind: 'map'
      readonly column: string
      readonly key: string
      readonly type: 'string' | 'number'
    }
  /** A value of a call worked out from others: `domain/call-status.ts` says how. */
  | { readonly kind: 'computed'; readonly name: 'status' | 'latency_ms' | 'trace_name' }
  /** A value of the feedback on a call. `many`: every row counts, not just the first. */
  | {
      readonly kind: 'feedback'
      readonly feedback_type: string
      readonly column: 'payload' | 'runnable_ref' | 'trigger_ref'
      readonly path: readonly string[]
      readonly many: boolean
    }
  /** The annotation queues a call is in. */
  | { readonly kind: 'queue' }
  /**
   * A path that goes through refs: the text at `base` is an object ref, `path` continues inside the
   * object it names. `base` may itself be expanded.
   */
  | {
      readonly kind: 'expanded'
      readonly base: Field
      readonly path: readonly string[]
    }
