import { OPEN_BRACE, OPEN_BRACKET, QUOTE } from '@heddle/contract/json-scanner'
import { ProvenCursor } from './proven-cursor.ts'
import type { JsonText } from './text.ts'

/**
 * Whether any string may contain `marker`, which is ASCII without `/`. A cheap check of the text:
 * false is certain, true may be wrong, since the marker may be written with escapes.
 */
export function mayContain(json: JsonText, marker: string): boolean {
  // No part begins or ends inside a string.
  if (json.parts)
    return json.parts.some((part) =>
      typeof part === 'string' ? mayBeIn(part, marker) : mayContain(part, marker),
    )
  return mayBeIn(json.ascii, marker)
}

/** Searching for a fixed text is several times faster than the regular expression, which is rarely needed. */
const mayBeIn = (text: string, marker: string): boolean =>
  text.includes(marker) || (text.includes('\\u00') && ESCAPED_ASCII.test(text))

/** All strings of a payload except keys, from left to right. */
export function stringsIn({ text }: JsonText): string[] {
  const strings: string[] = []
  collect(new ProvenCursor(text), strings)
  return strings
}

/** Printable ASCII written as an escape, which a text search misses. */
const ESCAPED_ASCII = /\\u00[2-7]/

function collect(cursor: ProvenCursor, strings: string[]): void {
  switch (cursor.peek()) {
    case QUOTE:
      strings.push(cursor.string())
      return
    case OPEN_BRACE:
      for (let more = cursor.openObject(); more; more = cursor.nextMember()) {
        cursor.key()
        collect(cursor, strings)
      }
      return
    case OPEN_BRACKET:
      for (let more = cursor.openArray(); more; more = cursor.nextItem()) collect(cursor, strings)
      return
    default:
      cursor.skip()
  }
}
