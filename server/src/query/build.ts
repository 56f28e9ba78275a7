import type { CollectionField, Comparison, Expression, FeedbackField, Field, SortKey } from './expression.ts'
import type { Operator } from './operators.ts'
import type { LiteralValue, ValueType } from './values.ts'

/** Shorthands for common expressions. */

export const UNKNOWN: Expression = literal(null)
export const TRUE: Expression = literal(1n)
export const FALSE: Expression = literal(0n)
export const ITEM: Expression = { kind: 'item' }

export function literal(value: LiteralValue): Expression {
  return { kind: 'literal', value }
}

/** In microseconds. */
export function instant(micros: number): Expression {
  return { kind: 'literal', value: BigInt(micros), type: 'instant' }
}

export function fieldValue(field: Exclude<Field, CollectionField>): Expression {
  return { kind: 'field', field }
}

export function column(name: string, type: ValueType = 'text'): Expression {
  return fieldValue({ kind: 'column', name, type })
}

export function apply(operator: Operator, ...operands: readonly Expression[]): Expression {
  return { kind: operator, operands }
}

/** The conditions that must all hold for this one to hold; none without one. */
export function conjunctsOf(condition: Expression | undefined): readonly Expression[] {
  if (condition?.kind === 'and') return condition.operands.flatMap(conjunctsOf)
  return condition ? [condition] : []
}

export function all(operands: readonly Expression[]): Expression {
  return { kind: 'and', operands }
}

export function any(operands: readonly Expression[]): Expression {
  return { kind: 'or', operands }
}

export function not(operand: Expression): Expression {
  return apply('not', operand)
}

export function unset(operand: Expression): Expression {
  return apply('unset', operand)
}

export function some(field: CollectionField | FeedbackField, test: Expression): Expression {
  return { kind: 'some', field, test }
}

export function compare(operator: Comparison, left: Expression, right: Expression): Expression {
  return apply(operator, left, right)
}

/** Whether the value is one of these. */
export function isOneOf(value: Expression, options: readonly LiteralValue[]): Expression {
  return { kind: 'in', operands: [value, ...options.map(literal)] }
}

/** Whether a text column has this value. */
export function columnIs(name: string, value: string): Expression {
  return compare('eq', column(name), literal(value))
}

/** Whether a text column has one of these values. */
export function columnIn(name: string, values: readonly string[]): Expression {
  return isOneOf(column(name), values)
}

export function sortedBy(name: string, type: ValueType, direction: SortKey['direction']): SortKey {
  return { field: { kind: 'column', name, type }, direction }
}

export function lower(input: Expression): Expression {
  const isText = input.kind === 'literal' && typeof input.value === 'string'
  return isText ? literal(String(input.value).toLowerCase()) : apply('lower', input)
}
