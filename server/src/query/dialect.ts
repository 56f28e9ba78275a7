import type { Fragment, SqlWriter } from './fragment.ts'
import type { LiteralValue, ValueType } from './values.ts'

/**
 * The SQL that differs between engines; operators with common syntax are not here. Methods return
 * null for null unless stated otherwise.
 */
export interface Dialect extends SqlWriter {
  /** `type` is the type of the value, or of the value it is compared with. */
  literal(value: LiteralValue, type: ValueType): Fragment
  /** Always false, in a form that does not keep the engine from using its indexes. */
  readonly never: Fragment
  /** The condition, with null replaced by false. */
  orFalse(condition: Fragment): Fragment
  /** Whether the value equals one of the options, of which there is at least one. */
  oneOf(value: Fragment, options: readonly Fragment[]): Fragment
  /** Whether the text starts with the prefix, in a form that an index on the text serves. */
  startsWith(text: Fragment, prefix: Fragment): Fragment
  contains(text: Fragment, part: Fragment): Fragment
  lower(text: Fragment): Fragment
  /** In code points. */
  length(text: Fragment): Fragment
  /** The quotient of two integers, rounded toward zero. */
  quotient(dividend: Fragment, divisor: Fragment): Fragment
  /** A text as a number; null if it is not one. */
  parse(text: Fragment, to: 'double' | 'int' | 'bool'): Fragment
  /** A number or an instant as a text. */
  print(value: Fragment, from: 'number' | 'instant'): Fragment
  /** A term of `order by` with nulls last. */
  ordered(value: Fragment, direction: 'asc' | 'desc'): Fragment
  /** Whether a row comes after a position, both given as lists of values. */
  isBehind(row: readonly Fragment[], position: readonly Fragment[], direction: 'asc' | 'desc'): Fragment
  /** The clause after `order by`; without a limit, all rows. */
  page(page: { readonly limit?: number; readonly offset?: number }): Fragment
  /** The sum of a group; 0 if it is empty. */
  sum(value: Fragment): Fragment
  /** All values of a group, as a list. */
  listOf(value: Fragment): Fragment
}
