import type { Expression } from '../../../query/expression.ts'
import type { PhraseFilter } from '../signatures/phrase-blocks.ts'
import type { Counter, Judge } from './token-judge.ts'

/** A condition that every match of a search must meet. */
export interface Conjunct {
  readonly index: number
  /** Undefined for the position that calls must come after. */
  readonly expression?: Expression
  /** Undefined where columns cannot tell. */
  readonly judge?: Judge | undefined
  readonly count?: Counter | undefined
  /** Says of a call whether it may meet the condition. Asked last, since it opens the texts of the call. */
  readonly mayMeet?: PhraseFilter | undefined
}

type StartComparison = Extract<Expression, { readonly operands: unknown }> & {
  readonly kind: 'eq' | 'gt' | 'gte' | 'lt' | 'lte'
}

export function isStartComparison(expression: Expression): expression is StartComparison {
  if (!COMPARISONS.has(expression.kind) || !('operands' in expression)) return false
  return isColumn(expression.operands[0], 'started_at')
}

const COMPARISONS: ReadonlySet<string> = new Set(['eq', 'gt', 'gte', 'lt', 'lte'])

/** Narrows a range of starts. */
export function within(
  [from, to]: readonly [number, number],
  kind: StartComparison['kind'],
  bound: number,
): [number, number] {
  const isLower = kind === 'eq' || kind === 'gt' || kind === 'gte'
  const isUpper = kind === 'eq' || kind === 'lt' || kind === 'lte'
  return [isLower ? Math.max(from, bound) : from, isUpper ? Math.min(to, bound) : to]
}

/** Conditions that SQLite finds calls by in the order of their start. */
export function isIndexed(expression: Expression): boolean {
  if (isStartComparison(expression)) return true
  const operands = 'operands' in expression ? expression.operands : []
  const isParentTest = expression.kind === 'unset' && isColumn(operands[0], 'parent_id')
  const isOpFilter = expression.kind === 'or' && operands.every(isOpTest)
  return isParentTest || isOpFilter
}

const isOpTest = (test: Expression): boolean => 'operands' in test && isColumn(test.operands[0], 'op_name')

const isColumn = (expression: Expression | undefined, name: string): boolean =>
  expression?.kind === 'field' && expression.field.kind === 'column' && expression.field.name === name
