import { JsonText } from './text.ts'
import { type JsonValue, parseTree } from './tree.ts'

/** A tree in which some values are still text, because most of them are only passed on. */
export type LazyValue = JsonValue | JsonText | LazyValue[] | LazyMap
export type LazyMap = Map<string, LazyValue>

type ParseText = (text: JsonText) => JsonValue

/** The same with every text parsed; the same object if there is none. */
export function parseLazy(value: LazyValue, parseText: ParseText = parseTree): JsonValue {
  return isParsed(value) ? value : parsed(value, parseText)
}

function isParsed(value: LazyValue): value is JsonValue {
  if (value instanceof JsonText) return false
  if (Array.isArray(value)) return value.every(isParsed)
  if (value instanceof Map) for (const member of value.values()) if (!isParsed(member)) return false
  return true
}

function parsed(value: LazyValue, parseText: ParseText): JsonValue {
  if (value instanceof JsonText) return parseText(value)
  if (Array.isArray(value)) return value.map((item) => parsed(item, parseText))
  if (!(value instanceof Map)) return value
  const members = new Map<string, JsonValue>()
  for (const [key, member] of value) members.set(key, parsed(member, parseText))
  return members
}
