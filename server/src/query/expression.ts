import type { CollectionField, FeedbackField, Field } from './field.ts'

/**
 * A query as the engines see it: names are resolved to fields, and everything the language implies
 * (casts, truthiness, what null means) is written out. Both sides of a comparison are of one type.
 * Plain data: it is compared, printed and sent to threads.
 *
 * Every expression may be null, which is neither true nor false; only `and`, `or`, `contains` and
 * `some` turn null into false.
 */
export type Expression =
  /** A bigint fits 64 bits; true and false are `1n` and `0n`. */
  | { readonly kind: 'literal'; readonly value: LiteralValue }
  | { readonly kind: 'field'; readonly field: Exclude<Field, CollectionField> }
  | { readonly kind: 'and' | 'or'; readonly operands: readonly Expression[] }
  | { readonly kind: 'not'; readonly operand: Expression }
  | {
      readonly kind: 'compare'
      readonly operator: Comparison
      readonly left: Expression
      readonly right: Expression
    }
  /** True where the operand is null, else false. */
  | { readonly kind: 'unset'; readonly operand: Expression }
  /** False, not null, where there are no options. A literal option is not null. */
  | { readonly kind: 'in'; readonly operand: Expression; readonly options: readonly Expression[] }
  /** On texts only. */
  | { readonly kind: 'contains'; readonly input: Expression; readonly substr: Expression }
  /** Lower case, of a text. */
  | { readonly kind: 'lower'; readonly input: Expression }
  /** Anything to a string; a text, or what a document holds, to the others. Null where it is no such thing. */
  | { readonly kind: 'convert'; readonly input: Expression; readonly to: Conversion }
  /** The code points of a text. */
  | { readonly kind: 'size'; readonly input: Expression }
  /** The elements of a collection. */
  | { readonly kind: 'count'; readonly field: CollectionField }
  /** Whether `test` is true for one of the non-empty texts of the field; `item` stands for that text. */
  | { readonly kind: 'some'; readonly field: CollectionField | FeedbackField; readonly test: Expression }
  | { readonly kind: 'item' }

export type LiteralValue = string | number | bigint | null

export type Comparison = 'eq' | 'gt' | 'gte' | 'lt' | 'lte'

/** `exists` is for documents only: whether the path leads to something other than null. */
export type Conversion = 'double' | 'string' | 'int' | 'bool' | 'exists'

export type ValueType = 'text' | 'number' | 'instant'

/** The type of what an expression gives when it is not null; a null literal fits all types. */
export function typeOf(expression: Expression): ValueType {
  switch (expression.kind) {
    case 'literal':
      return typeof expression.value === 'string' ? 'text' : 'number'
    case 'field':
      return typeOfField(expression.field)
    case 'item':
    case 'lower':
      return 'text'
    case 'convert':
      return expression.to === 'string' ? 'text' : 'number'
    case 'and':
    case 'or':
    case 'not':
    case 'compare':
    case 'unset':
    case 'in':
    case 'contains':
    case 'size':
    case 'count':
    case 'some':
      return 'number'
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
    case 'count':
      yield expression.field
      return
    case 'some':
      yield expression.field
      yield* inputsOf(expression.test)
      return
    case 'and':
    case 'or':
      for (const operand of expression.operands) yield* inputsOf(operand)
      return
    case 'not':
    case 'unset':
      yield* inputsOf(expression.operand)
      return
    case 'compare':
      yield* inputsOf(expression.left)
      yield* inputsOf(expression.right)
      return
    case 'in':
      yield* inputsOf(expression.operand)
      for (const option of expression.options) yield* inputsOf(option)
      return
    case 'contains':
      yield* inputsOf(expression.input)
      yield* inputsOf(expression.substr)
      return
    case 'lower':
    case 'convert':
    case 'size':
      yield* inputsOf(expression.input)
  }
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

function typeOfField(field: Exclude<Field, CollectionField>): ValueType {
  switch (field.kind) {
    case 'column':
    case 'map':
      return field.type
    case 'computed':
      return field.name === 'latency_ms' ? 'number' : 'text'
    case 'json':
    case 'feedback':
    case 'expanded':
      return 'text'
  }
}
