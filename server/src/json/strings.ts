import { OPEN_BRACE, OPEN_BRACKET, QUOTE } from '@heddle/contract/json-scanner'
import { Cursor } from './cursor.ts'
import type { JsonText } from './text.ts'

/**
 * Whether some string may contain `marker`, which is ASCII without `/`. A cheap look at the text:
 * false is certain, true is worth a closer look, as the marker may be spelt in escapes.
 */
export function mayContain({ text }: JsonText, marker: string): boolean {
  return text.includes(marker) || ESCAPED_ASCII.test(text)
}

/** All strings of a payload but the keys, from left to right. */
export function stringsIn({ text }: JsonText): string[] {
  const strings: string[] = []
  collect(new Cursor(text), strings)
  return strings
}

/** Printable ASCII spelt as an escape, which a look at the text misses. */
const ESCAPED_ASCII = /\\u00[2-7]/

function collect(cursor: Cursor, strings: string[]): void {
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
