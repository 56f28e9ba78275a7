import { JsonSyntaxError } from '@heddle/contract/json-scanner'
import { ServiceError } from '../errors.ts'
import { mayBeJson } from '../json/embedded.ts'
import { JsonNumber } from '../json/number.ts'
import type { JsonText } from '../json/text.ts'
import { type JsonMap, type JsonValue, parseTree, writeTree } from '../json/tree.ts'

/** The first of these members that is neither absent nor null. */
export function valueAt(map: JsonMap, ...keys: readonly string[]): JsonValue | undefined {
  for (const key of keys) {
    const value = map.get(key)
    if (value !== undefined && value !== null) return value
  }
  return undefined
}

/** The first of these members that is not empty. */
export function filledAt(map: JsonMap, ...keys: readonly string[]): JsonValue | undefined {
  return keys.map((key) => map.get(key)).find((value) => !isEmpty(value))
}

/** The first of these members that is a non-empty string. */
export function textAt(map: JsonMap, ...keys: readonly string[]): string | undefined {
  for (const key of keys) {
    const value = map.get(key)
    if (typeof value === 'string' && value !== '') return value
  }
  return undefined
}

/** The first of these members that is an object. */
export function mapAt(map: JsonMap, ...keys: readonly string[]): JsonMap | undefined {
  for (const key of keys) {
    const value = map.get(key)
    if (value instanceof Map) return value
  }
  return undefined
}

/** The first of these members that is a list. */
export function listAt(map: JsonMap, ...keys: readonly string[]): readonly JsonValue[] | undefined {
  for (const key of keys) {
    const value = map.get(key)
    if (Array.isArray(value)) return value
  }
  return undefined
}

export function numberAt(map: JsonMap, ...keys: readonly string[]): number | undefined {
  const value = valueAt(map, ...keys)
  const number = value instanceof JsonNumber ? value.toNumber() : Number.NaN
  return Number.isFinite(number) ? number : undefined
}

/** A single value becomes a list of one; a map with numbers as keys, as flattened lists with gaps arrive, a list of its values. */
export function itemsOf(value: JsonValue | readonly JsonValue[] | undefined): readonly JsonValue[] {
  if (value === undefined || value === null) return []
  if (isList(value)) return value
  if (value instanceof Map && value.size > 0 && [...value.keys()].every((key) => /^\d+$/.test(key))) {
    return [...value].sort(([a], [b]) => Number(a) - Number(b)).map(([, item]) => item)
  }
  return [value]
}

const isList = (value: JsonValue | readonly JsonValue[]): value is readonly JsonValue[] =>
  Array.isArray(value)

/** Parses JSON objects and lists, which are often sent as text in an attribute or argument. Other text stays text. */
export function parseEmbedded(value: JsonValue | undefined): JsonValue | undefined {
  return typeof value === 'string' && mayBeJson(value) ? parsedOr(value) : value
}

/** The same for senders that write every value as JSON, strings and numbers included. */
export function parseEncoded(value: JsonValue | undefined): JsonValue | undefined {
  return typeof value === 'string' && /^\s*["{[\d\-tfn]/.test(value) ? parsedOr(value) : value
}

function parsedOr(text: string): JsonValue {
  const value = parseUnlessComplex(text)
  return value === undefined ? text : value
}

/** Undefined for text that is not JSON, or has so many values that building its tree would block the thread. */
export function parseUnlessComplex(json: string | JsonText): JsonValue | undefined {
  try {
    return isComplex(typeof json === 'string' ? json : json.text) ? undefined : parseTree(json)
  } catch (error) {
    if (error instanceof JsonSyntaxError || error instanceof ServiceError) return undefined
    throw error
  }
}

/** About 0.2 s of parsing. Large strings, such as images, are cheap and do not count. */
const VALUES_MAX = 500_000

/** Counts characters that may start a value. Commas in strings count too, so it errs towards complex. */
function isComplex(text: string): boolean {
  if (text.length < 2 * VALUES_MAX) return false
  let count = 0
  for (const sign of ['{', '[', ',']) {
    for (let at = text.indexOf(sign); at >= 0; at = text.indexOf(sign, at + 1)) {
      if (++count > VALUES_MAX) return true
    }
  }
  return false
}

/** Text as it is, anything else as compact JSON. */
export function textOf(value: JsonValue): string {
  return typeof value === 'string' ? value : writeTree(value)
}

export const isEmpty = (value: JsonValue | undefined): boolean =>
  value === undefined ||
  value === null ||
  value === '' ||
  (Array.isArray(value) && value.length === 0) ||
  (value instanceof Map && value.size === 0)
