import { type Operator, operatorNamed } from './operators.ts'
import type { LiteralValue, ValueType } from './values.ts'

/**
 * A query as the engines see it: names are resolved to fields, and everything the language implies
 * (casts, truthiness, what null means) is written out. Both sides of a comparison are of one type.
 * Plain data: it is compared, printed and sent to threads.
 *
 * Every expression may be null, which is neither true nor false.
 */
export type Expression =
  /** `type` is set for instants alone, which are integers otherwise. */
  | { readonly kind: 'literal'; readonly value: LiteralValue; readonly type?: 'instant' }
  | { readonly kind: 'field'; readonly field: Exclude<Field, CollectionField> }
  /** `operators.ts` says what each means. */
  | { readonly kind: Operator; readonly operands: readonly Expression[] }
  /** Anything to a string; a text, or what a document holds, to the others. Null where it is no such thing. */
  | { readonly kind: 'convert'; readonly input: Expression; readonly to: Conversion }
  /** The number of elements of a collection. */
  | { readonly kind: 'count'; readonly field: CollectionField }
  /** Whether `test` is true for one of the non-empty texts of the field; `item` stands for that text. */
  | { readonly kind: 'some'; readonly field: CollectionField | FeedbackField; readonly test: Expression }
  | { readonly kind: 'item' }

export type Comparison = 'eq' | 'gt' | 'gte' | 'lt' | 'lte'

/** `exists` asks whether the path of a document leads to something other than null. */
export type Conversion = 'double' | 'string' | 'int' | 'bool' | 'exists'

/**
 * Where a value comes from. A resource's catalogue (`domain/<noun>/fields.ts`) turns the names clients
 * write into these; the evaluator and each engine's tables know how to read each kind.
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

/** One key of a sort order. Values that are unset come last in both directions. */
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

/** The type of the value of an expression where it is not null; a null literal fits all types. */
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

/** Whether an expression gives nothing but true, false and null. */
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

/** What an expression reads that differs from row to row: fields, and the items that a `some` looks at. */
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
