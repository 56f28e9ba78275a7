import type { Field } from './field.ts'

/**
 * A query as the engines see it: names are resolved to fields, and every cast that the language
 * implies is written out as a `convert`. Plain data: it is compared, printed and sent to threads.
 */
export type Expression =
  | { readonly kind: 'literal'; readonly value: LiteralValue }
  | { readonly kind: 'field'; readonly field: Field }
  | { readonly kind: 'and' | 'or'; readonly operands: readonly Expression[] }
  | { readonly kind: 'not'; readonly operand: Expression }
  | {
      readonly kind: 'compare'
      readonly operator: Comparison
      readonly left: Expression
      readonly right: Expression
    }
  /** True where the operand has no value. `$eq` with a null literal on a nullable column becomes this. */
  | { readonly kind: 'unset'; readonly operand: Expression }
  | { readonly kind: 'in'; readonly operand: Expression; readonly options: readonly Expression[] }
  | {
      readonly kind: 'contains'
      readonly input: Expression
      readonly substr: Expression
      readonly caseInsensitive: boolean
    }
  | { readonly kind: 'convert'; readonly input: Expression; readonly to: Conversion }
  | { readonly kind: 'size'; readonly input: Expression }

export type LiteralValue = string | number | bigint | boolean | null

export type Comparison = 'eq' | 'gt' | 'gte' | 'lt' | 'lte'

export type Conversion = 'double' | 'string' | 'int' | 'bool' | 'exists'

/** One key of a sort order. Values that are unset come last in both directions. */
export interface SortKey {
  readonly field: Field
  readonly direction: 'asc' | 'desc'
}

export interface Page {
  readonly limit?: number
  readonly offset?: number
}
