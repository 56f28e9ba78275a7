import type { Fragment, SqlWriter } from './fragment.ts'
import type { LiteralValue, ValueType } from './values.ts'

/**
 * The SQL that differs between engines. Operators that are written alike everywhere are not here. All of these return
 * null for null unless they say otherwise.
 */
export interface Dialect extends SqlWriter {
  /** `type` is that of the value, or of what it is compared with. */
  literal(value: LiteralValue, type: ValueType): Fragment
  /** Always false, in a form that does not keep the engine from using its indexes. */
  readonly never: Fragment
  /** The condition with false for null. */
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
  /** A text as a number; null where it is none. */
  parse(text: Fragment, to: 'double' | 'int' | 'bool'): Fragment
  /** A number or an instant as a text. */
  print(value: Fragment, from: 'number' | 'instant'): Fragment
  /** A term of `order by` with nulls last. */
  ordered(value: Fragment, direction: 'asc' | 'desc'): Fragment
  /** Whether a row comes behind a position, both given as lists of values. */
  isBehind(row: readonly Fragment[], position: readonly Fragment[], direction: 'asc' | 'desc'): Fragment
  /** What follows `order by`; a limit that is absent is none. */
  page(page: { readonly limit?: number; readonly offset?: number }): Fragment
  /** The sum of a group; 0 for none. */
  sum(value: Fragment): Fragment
  /** All values of a group, as a list. */
  listOf(value: Fragment): Fragment
}
