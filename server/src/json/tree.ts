import { OPEN_BRACE, OPEN_BRACKET, QUOTE } from '@heddle/contract/json-scanner'
import { type Cursor, readToEnd } from './cursor.ts'
import { JsonNumber } from './number.ts'
import { ProvenCursor } from './proven-cursor.ts'
import { JsonText } from './text.ts'
import { writeJson } from './write.ts'

/** A lossless JSON value: keys of any name, in order, and numbers as their tokens. */
export type JsonValue = null | boolean | string | JsonNumber | JsonValue[] | JsonMap

export type JsonMap = Map<string, JsonValue>

/**
 * Builds the tree of a text, or of its bytes, which must be valid UTF-8. Of duplicate keys the last wins. Throws a
 * `JsonSyntaxError` for text that is not JSON, and `too_large` for text nested over 200 containers deep. `NaN` and `Infinity`
 * are numbers here. A `JsonText` is not validated again.
 */
export function parseTree(json: string | Buffer | JsonText): JsonValue {
  if (json instanceof JsonText) return readTree(new ProvenCursor(json.original))
  return readToEnd(json, readTree)
}

/** Compact JSON text, with numbers as their tokens and null for `NaN` and `Infinity`. */
export function writeTree(tree: JsonValue): string {
  return writeJson(tree)
}

/** The same JSON without whitespace. */
export function minify(json: string | JsonText): string {
  return writeTree(parseTree(json))
}

type TreeCursor = Cursor | ProvenCursor

function readTree(cursor: TreeCursor): JsonValue {
  switch (cursor.peek()) {
    case QUOTE:
      return cursor.string()
    case OPEN_BRACE:
      return readMap(cursor)
    case OPEN_BRACKET:
      return readItems(cursor)
    default:
      return scalarOf(cursor.token())
  }
}

function readMap(cursor: TreeCursor): JsonMap {
  const map: JsonMap = new Map()
  for (let more = cursor.openObject(); more; more = cursor.nextMember())
    map.set(cursor.key(), readTree(cursor))
  return map
}

function readItems(cursor: TreeCursor): JsonValue[] {
  const items: JsonValue[] = []
  for (let more = cursor.openArray(); more; more = cursor.nextItem()) items.push(readTree(cursor))
  return items
}

function scalarOf(token: string): JsonValue {
  const word = WORDS.get(token)
  return word === undefined ? new JsonNumber(token) : word
}

const WORDS = new Map<string, boolean | null>([
  ['true', true],
  ['false', false],
  ['null', null],
])
