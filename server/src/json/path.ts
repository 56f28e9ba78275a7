import { OPEN_BRACE, OPEN_BRACKET, type Span } from '@heddle/contract/json-scanner'
import { ProvenCursor } from './proven-cursor.ts'
import { JsonText } from './text.ts'

/** The value at a path of object keys and array indexes; undefined if there is none. */
export function valueAt(payload: JsonText, path: readonly string[]): JsonText | undefined {
  if (path.length === 0) return payload
  const span = findSpan(new ProvenCursor(payload.text), path, 0)
  return span && new JsonText(payload.text.slice(...span))
}

/** The string at a path; undefined for other values. */
export function stringAt(payload: JsonText, path: readonly string[]): string | undefined {
  const value = valueAt(payload, path)
  return value?.kind === 'string' ? unquoted(value.text) : undefined
}

/** What a JSON string says. */
export function unquoted(quoted: string): string {
  if (!quoted.includes('\\')) return quoted.slice(1, -1)
  const value: string = JSON.parse(quoted)
  return value
}

/** The texts of the items of an array; undefined for other values. */
export function itemsOf(value: JsonText): JsonText[] | undefined {
  if (value.kind !== 'array') return undefined
  const cursor = new ProvenCursor(value.text)
  const items: JsonText[] = []
  for (let more = cursor.openArray(); more; more = cursor.nextItem()) {
    items.push(new JsonText(value.text.slice(...cursor.take())))
  }
  return items
}

/** The array index of a path segment; undefined if it is not one. */
export function arrayIndexOf(segment: string): number | undefined {
  return INDEX.test(segment) ? Number(segment) : undefined
}

/**
 * The range of the value at the path, starting with segment `taken`. Moves past the value at the cursor and
 * reads each character once, however long the path is: for duplicate keys the last one
 * wins, so nothing may be skipped.
 */
function findSpan(cursor: ProvenCursor, path: readonly string[], taken: number): Span | undefined {
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
