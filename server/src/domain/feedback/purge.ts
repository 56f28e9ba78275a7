import { ServiceError } from '../../errors.ts'
import type { JsonText } from '../../json/text.ts'
import { type Parsed, parseQuery } from '../../query/parse.ts'

/** The ids of a feedback purge: `id` equals a text, or an `$or` of these. Throws for any other query. */
export function feedbackIdsToPurge(query: JsonText): string[] {
  return orRefuse(equalIds(parseQuery(query)), '$eq on id, or $or of them')
}

/** The ids of a cost purge: `id` equals a text, an `$or` of these, or `$in` a list. */
export function costIdsToPurge(query: JsonText): string[] {
  const parsed = parseQuery(query)
  return orRefuse(equalIds(parsed) ?? listedIds(parsed), '$eq or $in on id, or $or of $eq')
}

function equalIds(query: Parsed): string[] | undefined {
  return allOrNone((isOperation(query, '$or') ? query.operands : [query]).map(equalId))
}

function equalId(query: Parsed): string | undefined {
  if (!isOperation(query, '$eq')) return undefined
  const [left, right] = query.operands
  return isId(left) ? textOf(right) : undefined
}

function listedIds(query: Parsed): string[] | undefined {
  if (!isOperation(query, '$in')) return undefined
  const [operand, ...options] = query.operands
  return isId(operand) ? allOrNone(options.map(textOf)) : undefined
}

function isOperation(query: Parsed, operator: string): query is Parsed & { kind: 'operation' } {
  return query.kind === 'operation' && query.operator === operator
}

const isId = (operand: Parsed | undefined): boolean => operand?.kind === 'name' && operand.path === 'id'

function textOf(operand: Parsed | undefined): string | undefined {
  return operand?.kind === 'literal' && typeof operand.value === 'string' ? operand.value : undefined
}

/** The ids if there is at least one and none is undefined. */
function allOrNone(ids: readonly (string | undefined)[]): string[] | undefined {
  const known = ids.filter((id) => id !== undefined)
  return known.length === ids.length && known.length > 0 ? known : undefined
}

function orRefuse(ids: string[] | undefined, shapes: string): string[] {
  if (ids) return ids
  throw new ServiceError(
    'invalid_request',
    `query must be ${shapes}, field first and a string literal second`,
  )
}
