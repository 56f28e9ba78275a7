import { AGENT_ATTRIBUTE_COLUMNS } from '../domain/agents/span-columns.ts'
import { type LazyMap, type LazyValue, parseLazy } from '../json/lazy.ts'
import { JsonNumber } from '../json/number.ts'
import { JsonText } from '../json/text.ts'
import { type JsonMap, type JsonValue, parseTree } from '../json/tree.ts'
import { jsonTextOf } from '../json/write.ts'
import { ATTRIBUTES } from '../semconv/attributes.ts'
import { textOf } from '../semconv/span-attributes.ts'

const ATTRIBUTES_MAX = 1024
const VALUE_LENGTH_MAX = 256 * 1024

/** The attributes of a span that fill no column, flat and by their dotted names. Lists become JSON text. */
export function customAttributes(tree: LazyMap): JsonText {
  const attributes: JsonMap = new Map()
  for (const [key, value] of leaves(tree, '')) {
    if (attributes.size === ATTRIBUTES_MAX) break
    attributes.set(key, value)
  }
  return jsonTextOf(attributes)
}

const IN_COLUMNS: ReadonlySet<string> = new Set(
  AGENT_ATTRIBUTE_COLUMNS.flatMap((column) => ATTRIBUTES[column]),
)

function* leaves(map: LazyMap, prefix: string): Generator<[key: string, value: JsonValue]> {
  for (const [name, sent] of map) {
    const key = prefix + name
    if (IN_COLUMNS.has(key)) continue
    const value = sent instanceof JsonText ? parseTree(sent) : sent
    if (value instanceof Map) yield* leaves(value, `${key}.`)
    else if (isKept(value)) yield [key, scalarOf(parseLazy(value))]
  }
}

const isKept = (value: LazyValue): boolean => value !== null && !(value instanceof JsonNumber && value.isWord)

function scalarOf(value: JsonValue): JsonValue {
  if (typeof value === 'boolean' || value instanceof JsonNumber) return value
  return textOf(value).slice(0, VALUE_LENGTH_MAX).toWellFormed()
}
