import type { Comparison, Expression } from './expression.ts'
import type { CollectionField, FeedbackField } from './field.ts'

/** Short names for the expressions that binding writes most. */

export const UNKNOWN: Expression = { kind: 'literal', value: null }
export const TRUE: Expression = { kind: 'literal', value: 1n }
export const FALSE: Expression = { kind: 'literal', value: 0n }
export const ITEM: Expression = { kind: 'item' }

export function constant(value: boolean): Expression {
  return value ? TRUE : FALSE
}

export function not(operand: Expression): Expression {
  return { kind: 'not', operand }
}

export function unset(operand: Expression): Expression {
  return { kind: 'unset', operand }
}

export function some(field: CollectionField | FeedbackField, test: Expression): Expression {
  return { kind: 'some', field, test }
}

export function compare(operator: Comparison, left: Expression, right: Expression): Expression {
  return { kind: 'compare', operator, left, right }
}

export function lower(input: Expression): Expression {
  const isText = input.kind === 'literal' && typeof input.value === 'string'
  return isText ? { kind: 'literal', value: String(input.value).toLowerCase() } : { kind: 'lower', input }
}

/** Whether an expression gives nothing but true, false and null. */
export function isCondition(expression: Expression): boolean {
  switch (expression.kind) {
    case 'and':
    case 'or':
    case 'not':
    case 'compare':
    case 'unset':
    case 'in':
    case 'contains':
    case 'some':
      return true
    case 'convert':
      return expression.to === 'exists'
    case 'literal':
    case 'field':
    case 'item':
    case 'lower':
    case 'size':
    case 'count':
      return false
  }
}
