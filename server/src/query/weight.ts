import { ServiceError } from '../errors.ts'
import type { Field, SortKey } from './expression.ts'
import type { Parsed } from './parse.ts'
import { arrayIndex } from './values.ts'

/**
 * Limit of a query's weight after binding, which is roughly the size of its SQL. A plain node weighs 1. Engines take
 * about a second to prepare the heaviest, and cannot be interrupted meanwhile.
 */
const WEIGHT_MAX = 20_000

const DOCUMENT = 3
const INDEX_SEGMENT = 2
const FEEDBACK = 8
const EXPANDED_REF = 8
/** A sort key reads its field as present, as a number and as a text. */
const READS_PER_SORT_KEY = 3

export function checkWeight(parsed: Parsed, resolve: (path: string) => Field): void {
  const weight = weightOf(parsed, resolve)
  if (weight <= WEIGHT_MAX) return
  const counted = 'paths with indexes, feedback and expanded refs count several times'
  throw new ServiceError('too_large', `query weighs ${weight} nodes of at most ${WEIGHT_MAX}; ${counted}`)
}

export function checkSortWeight(keys: readonly SortKey[]): void {
  const weight = keys.reduce((sum, { field }) => sum + READS_PER_SORT_KEY * fieldWeight(field), 0)
  if (weight > WEIGHT_MAX) {
    throw new ServiceError('too_large', `sort_by weighs ${weight} nodes of at most ${WEIGHT_MAX}`)
  }
}

function weightOf(parsed: Parsed, resolve: (path: string) => Field): number {
  switch (parsed.kind) {
    case 'literal':
      return 1
    case 'name':
      return fieldWeight(resolve(parsed.path))
    case 'operation': {
      const [first = 0, ...others] = parsed.operands.map((operand) => weightOf(operand, resolve))
      return 1 + copiesOfFirst(parsed) * first + others.reduce((sum, weight) => sum + weight, 0)
    }
  }
}

/** Options that are not all literals are compared one by one, each with a copy of the first operand. */
function copiesOfFirst({ syntax, operands }: Parsed & { kind: 'operation' }): number {
  if (syntax.body.shape !== 'operand and options') return 1
  const options = operands.slice(1)
  return options.every(({ kind }) => kind === 'literal') ? 1 : options.length
}

function fieldWeight(field: Field): number {
  switch (field.kind) {
    case 'column':
    case 'map':
    case 'computed':
    case 'collection':
      return 1
    case 'json':
      return DOCUMENT + pathWeight(field.path)
    case 'feedback':
      return FEEDBACK + pathWeight(field.path)
    case 'expanded':
      return EXPANDED_REF + pathWeight(field.path) + fieldWeight(field.base)
  }
}

const pathWeight = (path: readonly string[]): number =>
  INDEX_SEGMENT * path.filter((segment) => arrayIndex(segment) !== undefined).length
