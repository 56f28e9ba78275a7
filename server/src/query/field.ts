/**
 * Where a value comes from. A resource's catalogue (`domain/*-fields.ts`) turns the names clients
 * write into these; the evaluator and each engine's dialect know how to read each kind.
 */
export type Field = PlainField | CollectionField | DocumentField

/** What is worked out from columns. */
export type ComputedName = 'status' | 'latency_ms' | 'trace_name' | 'op'

/** Holds one value of a known type. Null when unset. */
export type PlainField =
  | { readonly kind: 'column'; readonly name: string; readonly type: 'text' | 'number' | 'instant' }
  /** One key of a column that maps strings to values. */
  | {
      readonly kind: 'map'
      readonly column: string
      readonly key: string
      readonly type: 'text' | 'number'
    }
  /** A value of a call worked out from others: `domain/call-status.ts` says how. Agent spans have `latency_ms` too. */
  | { readonly kind: 'computed'; readonly name: ComputedName }

/** A column that holds any number of strings, or maps strings to values. Empty when unset. */
export interface CollectionField {
  readonly kind: 'collection'
  readonly name: string
  /** The elements of a map are its keys. */
  readonly shape: 'list' | 'map'
}

/**
 * A place in JSON of the user's. It is read as text, `''` where the path leads nowhere or to null,
 * unless a conversion asks for something else.
 */
export type DocumentField =
  /** `nullSorts`: whether an explicit null sorts among the values or with what is unset. */
  | {
      readonly kind: 'json'
      readonly column: string
      readonly path: readonly string[]
      readonly nullSorts: 'as value' | 'as unset'
    }
  | FeedbackField
  /**
   * A path that goes through a ref: the text at `base` is an object ref, `path` continues inside the
   * object it names. Null where there is no such object. `base` may itself be expanded.
   */
  | { readonly kind: 'expanded'; readonly base: DocumentField; readonly path: readonly string[] }

/** A value of the feedback on a call. */
export interface FeedbackField {
  readonly kind: 'feedback'
  /** `*` stands for all types. */
  readonly feedback_type: string
  readonly column: 'payload' | 'runnable_ref' | 'trigger_ref'
  readonly path: readonly string[]
  /**
   * Which of the rows counts: the first of them, the first with a value, or `every` one with a
   * value where the language can tell them apart, else the first with a value.
   */
  readonly rows: 'first' | 'first with a value' | 'every'
}

export function isDocument(field: Field): field is DocumentField {
  return field.kind === 'json' || field.kind === 'feedback' || field.kind === 'expanded'
}

/** Whether an explicit null sorts among the values. */
export function nullIsValue(field: DocumentField): boolean {
  return field.kind === 'json' && field.nullSorts === 'as value'
}

/** The array index that a segment of a path may stand for. It may always be a key as well. */
export function arrayIndex(segment: string): number | undefined {
  return /^\d{1,9}$/.test(segment) ? Number(segment) : undefined
}
