import { querySchemas } from '@heddle/contract/query'
import { JsonText } from '../../json/text.ts'

const CHARS_MAX = 2_000
const DEPTH_MAX = 16
const NAME_CHARS_MAX = 100
const ITEMS_MAX = 8
const KEYS_MAX = 40
const QUERY_CHARS_MAX = 64 * 1024

/** Keys whose values are names of projects, fields, columns or measures rather than content. */
const NAMED = new Set([
  'project_id',
  'entity',
  'project',
  'columns',
  'expand_columns',
  'field',
  'direction',
  'group_by',
  'metric',
  'aggregations',
  '$getField',
  'to',
])

/** Keys whose numbers are amounts rather than content. */
const AMOUNTS = new Set(['limit', 'offset', 'retention_days'])

/** The operators of the query language, and the names of their operands. */
const QUERY_KEYS: ReadonlySet<string> = new Set(propertiesIn(querySchemas))

/** The names of all properties in a JSON schema. */
function propertiesIn(schema: unknown): string[] {
  if (typeof schema !== 'object' || schema === null) return []
  return Object.entries(schema).flatMap(([keyword, value]) => [
    ...(keyword === 'properties' ? Object.keys(value) : []),
    ...propertiesIn(value),
  ])
}

/**
 * The shape of a request without user data, for logs: keys of the contract, field names and amounts are kept; every other value
 * becomes `?`.
 */
export function requestShape(received: unknown): string {
  return JSON.stringify(shapeOf(received, '', 0)).slice(0, CHARS_MAX)
}

function shapeOf(value: unknown, key: string, depth: number): unknown {
  if (key === '$literal') return '?'
  if (value instanceof JsonText) return queryShape(value.text)
  if (Array.isArray(value)) return listShape(value, key, depth)
  if (typeof value === 'object' && value !== null) return objectShape(value, depth)
  return scalarShape(value, key)
}

function listShape(list: readonly unknown[], key: string, depth: number): unknown {
  const shapes = list.slice(0, ITEMS_MAX).map((item) => shapeOf(item, key, depth + 1))
  if (shapes.every((shape) => shape === '?')) return `${list.length} × ?`
  return list.length > ITEMS_MAX ? [...shapes, `${list.length} in all`] : shapes
}

function objectShape(value: object, depth: number): unknown {
  if (depth > DEPTH_MAX || ArrayBuffer.isView(value)) return '?'
  const entries = Object.entries(value).slice(0, KEYS_MAX)
  return Object.fromEntries(
    entries
      .filter(([, item]) => item !== undefined)
      .map(([key, item]) => [key.slice(0, NAME_CHARS_MAX), shapeOf(item, key, depth + 1)]),
  )
}

function scalarShape(value: unknown, key: string): unknown {
  if (typeof value === 'boolean' || value === null) return value
  if (typeof value === 'number' && AMOUNTS.has(key)) return value
  if (typeof value === 'string' && NAMED.has(key)) return value.slice(0, NAME_CHARS_MAX)
  return '?'
}

/** A query keeps its operators and fields; any other JSON is a payload. */
function queryShape(text: string): unknown {
  if (text.length > QUERY_CHARS_MAX || !text.includes('"$expr"')) return '?'
  const query: unknown = JSON.parse(text)
  return isQuery(query) ? shapeOf(query, '', 0) : '?'
}

/** Whether every key belongs to the query language. Literals are not shown, so they may have any. */
function isQuery(value: unknown): boolean {
  if (Array.isArray(value)) return value.every(isQuery)
  if (typeof value !== 'object' || value === null) return true
  return Object.entries(value).every(
    ([key, item]) => QUERY_KEYS.has(key) && (key === '$literal' || isQuery(item)),
  )
}
