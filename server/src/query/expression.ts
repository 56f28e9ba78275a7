import { type Operator, operatorNamed } from './operators.ts'
import type { LiteralValue, ValueType } from './values.ts'

/**
 * A query as engines see it: names are resolved to fields, and everything implicit
 * (casts, truthiness, the meaning of null) is explicit. Both sides of a comparison have the same type.
 * Plain data: it can be compared, printed and sent to threads.
 *
 * Every expression may be null, which is neither true nor false.
 */
export type Expression =
  /** `type` is set only for instants, which would otherwise be integers. */
  | { readonly kind: 'literal'; readonly value: LiteralValue; readonly type?: 'instant' }
  | { readonly kind: 'field'; readonly field: Exclude<Field, CollectionField> }
  /** `operators.ts` says what each means. */
  | { readonly kind: Operator; readonly operands: readonly Expression[] }
  /** Converts anything to a string, and texts or document values to other types. Null if not convertible. */
  | { readonly kind: 'convert'; readonly input: Expression; readonly to: Conversion }
  /** The number of elements of a collection. */
  | { readonly kind: 'count'; readonly field: CollectionField }
  /** Whether `test` is true for one of the non-empty texts of the field; `item` stands for that text. */
  | { readonly kind: 'some'; readonly field: CollectionField | FeedbackField; readonly test: Expression }
  | { readonly kind: 'item' }

export type Comparison = 'eq' | 'gt' | 'gte' | 'lt' | 'lte'

/** `exists`: whether a document has a value other than null at the path. */
export type Conversion = 'double' | 'string' | 'int' | 'bool' | 'exists'

/**
 * The source of a value. A resource's catalogue (`domain/<noun>/fields.ts`) maps the names that clients
 * use to these; the evaluator and each engine's tables can read each kind.
 */
export type Field = PlainField | CollectionField | DocumentField

/** Holds one value of a known type. Null when unset. */
export type PlainField =
  | StoredField
  /** Defined by an expression over other fields of the same row. */
  | { readonly kind: 'computed'; readonly value: Expression }

export type StoredField =
  | { readonly kind: 'column'; readonly name: string; readonly type: ValueType }
  /** One key of a column that maps strings to values. */
  | {
      readonly kind: 'map'
      readonly column: string
      readonly key: string
      readonly type: 'text' | 'number'
    }

/** A column that holds any number of strings, or maps strings to values. Empty when unset. */
export interface CollectionField {
  readonly kind: 'collection'
  readonly name: string
  /** The elements of a map are its keys. */
  readonly shape: 'list' | 'map'
}

/**
 * A path into user JSON. It is read as text, `''` if there is no value or null,
 * unless it is converted to another type.
 */
export type DocumentField =
  /** `nullSorts`: whether an explicit null sorts among the values or with unset ones. */
  | {
      readonly kind: 'json'
      readonly column: string
      readonly path: readonly string[]
      readonly nullSorts: 'as value' | 'as unset'
    }
  | FeedbackField
  /**
   * A path that goes through a ref: the text at `base` is an object ref, `path` continues inside the
   * object. Null if there is no such object. `base` may itself be expanded.
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
   * Which rows count: the first, the first with a value, or `every` one with a
   * value if the operator supports several, else the first with a value.
   */
  readonly rows: 'first' | 'first with a value' | 'every'
}

/** One key of a sort order. Unset values come last in both directions. */
export interface SortKey {
  readonly field: Field
  readonly direction: 'asc' | 'desc'
}

export interface Page {
  readonly limit?: number
  readonly offset?: number
}

export function isDocument(field: Field): field is DocumentField {
  return field.kind === 'json' || field.kind === 'feedback' || field.kind === 'expanded'
}

/** Whether an explicit null sorts among the values. */
export function nullIsValue(field: DocumentField): boolean {
  return field.kind === 'json' && field.nullSorts === 'as value'
}

/** The type of an expression's non-null values; a null literal has every type. */
export function typeOf(expression: Expression): ValueType {
  switch (expression.kind) {
    case 'literal':
      return expression.type ?? (typeof expression.value === 'string' ? 'text' : 'number')
    case 'field':
      return typeOfField(expression.field)
    case 'item':
      return 'text'
    case 'convert':
      return expression.to === 'string' ? 'text' : 'number'
    case 'count':
    case 'some':
      return 'number'
    default: {
      const { type } = operatorNamed(expression.kind)
      return type === 'condition' ? 'number' : type
    }
  }
}

/** Whether the values of an expression are only true, false and null. */
export function isCondition(expression: Expression): boolean {
  switch (expression.kind) {
    case 'some':
      return true
    case 'convert':
      return expression.to === 'exists'
    case 'literal':
    case 'field':
    case 'item':
    case 'count':
      return false
    default:
      return operatorNamed(expression.kind).type === 'condition'
  }
}

/** What an expression reads that varies by row: fields, and the items of a `some`. */
export function* inputsOf(expression: Expression): Generator<Field | 'item'> {
  switch (expression.kind) {
    case 'literal':
      return
    case 'item':
      yield 'item'
      return
    case 'field':
      if (expression.field.kind === 'computed') yield* inputsOf(expression.field.value)
      else yield expression.field
      return
    case 'count':
      yield expression.field
      return
    case 'some':
      yield expression.field
      yield* inputsOf(expression.test)
      return
    case 'convert':
      yield* inputsOf(expression.input)
      return
    default:
      for (const operand of expression.operands) yield* inputsOf(operand)
  }
}

function typeOfField(field: Exclude<Field, CollectionField>): ValueType {
  switch (field.kind) {
    case 'column':
    case 'map':
      return field.type
    case 'computed':
      return typeOf(field.value)
    case 'json':
    case 'feedback':
    case 'expanded':
      return 'text'
  }
}
