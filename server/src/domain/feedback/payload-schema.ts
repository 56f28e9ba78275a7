import { JsonNumber } from '../../json/number.ts'
import { type JsonValue, parseTree } from '../../json/tree.ts'
import { compareTexts } from '../../query/values.ts'
import type { Feedback } from './feedback.ts'
import type { FeedbackValueType } from './stats.ts'

export interface PayloadPath {
  json_path: string
  value_type: FeedbackValueType
}

/**
 * The places in the payloads that hold single values, sorted. Arrays are left out, and so are keys
 * with dots, which no path can name. A place with values of several types is categorical.
 */
export function payloadSchema(rows: Iterable<Feedback>): PayloadPath[] {
  const types = new Map<string, FeedbackValueType>()
  for (const row of rows) {
    for (const { json_path, value_type } of leavesOf(parseTree(row.payload), '')) {
      const known = types.get(json_path) ?? value_type
      types.set(json_path, known === value_type ? value_type : 'categorical')
    }
  }
  return [...types]
    .map(([json_path, value_type]) => ({ json_path, value_type }))
    .sort((left, right) => compareTexts(left.json_path, right.json_path))
}

function leavesOf(tree: JsonValue, json_path: string): PayloadPath[] {
  if (tree instanceof Map) {
    return [...tree]
      .filter(([key]) => key !== '' && !key.includes('.'))
      .flatMap(([key, value]) => leavesOf(value, json_path === '' ? key : `${json_path}.${key}`))
  }
  if (tree === null || Array.isArray(tree)) return []
  return [{ json_path, value_type: typeOf(tree) }]
}

function typeOf(leaf: string | boolean | JsonNumber): FeedbackValueType {
  if (leaf instanceof JsonNumber) return 'numeric'
  return typeof leaf === 'boolean' ? 'boolean' : 'categorical'
}
