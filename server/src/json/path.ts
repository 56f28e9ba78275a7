import { OPEN_BRACE, OPEN_BRACKET, type Span } from '@heddle/contract/json-scanner'
import { Cursor } from './cursor.ts'
import { JsonText } from './text.ts'

/** The value a path leads to: keys into objects, numbers into arrays. Undefined where it leads nowhere. */
export function valueAt(payload: JsonText, path: readonly string[]): JsonText | undefined {
  if (path.length === 0) return payload
  const span = findSpan(new Cursor(payload.text), path, 0)
  return span && new JsonText(payload.text.slice(...span))
}

/** The string a path leads to; undefined where it leads to anything else. */
export function stringAt(payload: JsonText, path: readonly string[]): string | undefined {
  const value = valueAt(payload, path)
  return value?.kind === 'string' ? JSON.parse(value.text) : undefined
}

/** The items of an array, each with its text; undefined for a value of another kind. */
export function itemsOf(value: JsonText): JsonText[] | undefined {
  if (value.kind !== 'array') return undefined
  const cursor = new Cursor(value.text)
  const items: JsonText[] = []
  for (let more = cursor.openArray(); more; more = cursor.nextItem()) {
    items.push(new JsonText(value.text.slice(...cursor.take())))
  }
  return items
}

/** The index that a segment of a path stands for in an array; undefined for one that is no index. */
export function arrayIndexOf(segment: string): number | undefined {
  return INDEX.test(segment) ? Number(segment) : undefined
}

/**
 * Where the value stands that the path leads to from its segment `taken` on. Passes the value that the cursor
 * stands before, and looks at each character once however long the path is: of a key given twice the last
 * counts, so nothing may be left unread.
 */
function findSpan(cursor: Cursor, path: readonly string[], taken: number): Span | undefined {
  const segment = path[taken]
  if (segment === undefined) return cursor.skip()
  let found: Span | undefined
  switch (cursor.peek()) {
    case OPEN_BRACE:
      for (let more = cursor.openObject(); more; more = cursor.nextMember()) {
        if (cursor.key() === segment) found = findSpan(cursor, path, taken + 1)
        else cursor.skip()
      }
      return found
    case OPEN_BRACKET: {
      let left = arrayIndexOf(segment) ?? -1
      for (let more = cursor.openArray(); more; more = cursor.nextItem()) {
        if (left-- === 0) found = findSpan(cursor, path, taken + 1)
        else cursor.skip()
      }
      return found
    }
    default:
      cursor.skip()
      return undefined
  }
}

const INDEX = /^\d{1,9}$/
