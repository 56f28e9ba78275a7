import type { JsonText } from '../json/text.ts'
import { type JsonValue, parseTree } from '../json/tree.ts'
import { ServiceError } from './errors.ts'

/** The ids that a feedback purge names: `id` equals a text, or `$or` of such. Nothing else may purge. */
export function feedbackIdsToPurge(query: JsonText | undefined): string[] {
  return orRefuse(equalIds(expressionOf(query)), '$eq on id, or $or of them')
}

/** The ids that a cost purge names: `id` equals a text, `$or` of such, or `$in` a list. */
export function costIdsToPurge(query: JsonText | undefined): string[] {
  const expression = expressionOf(query)
  return orRefuse(equalIds(expression) ?? listedIds(expression), '$eq or $in on id, or $or of $eq')
}

function expressionOf(query: JsonText | undefined): JsonValue | undefined {
  return query && only(parseTree(query), '$expr')
}

function equalIds(expression: JsonValue | undefined): string[] | undefined {
  const alternatives = only(expression, '$or')
  if (!Array.isArray(alternatives)) return allOrNone([equalId(expression)])
  return allOrNone(alternatives.map(equalId))
}

function equalId(expression: JsonValue | undefined): string | undefined {
  const [field, literal, ...more] = itemsOf(only(expression, '$eq'))
  return isId(field) && more.length === 0 ? textOf(literal) : undefined
}

function listedIds(expression: JsonValue | undefined): string[] | undefined {
  const [field, options, ...more] = itemsOf(only(expression, '$in'))
  return isId(field) && Array.isArray(options) && more.length === 0
    ? allOrNone(options.map(textOf))
    : undefined
}

const isId = (operand: JsonValue | undefined): boolean => only(operand, '$getField') === 'id'

function textOf(operand: JsonValue | undefined): string | undefined {
  const literal = only(operand, '$literal')
  return typeof literal === 'string' ? literal : undefined
}

/** What `key` holds in an object that has no other key. */
function only(node: JsonValue | undefined, key: string): JsonValue | undefined {
  return node instanceof Map && node.size === 1 ? node.get(key) : undefined
}

const itemsOf = (node: JsonValue | undefined): readonly JsonValue[] => (Array.isArray(node) ? node : [])

/** The ids where each is one and there is at least one. */
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
