import { Cursor } from './cursor.ts'
import { membersOf, objectOf } from './members.ts'
import type { Span } from './scan.ts'
import { JsonText } from './text.ts'

/** The value a path leads to: keys into objects, numbers into arrays. Undefined where it leads nowhere. */
export function valueAt(payload: JsonText, path: readonly string[]): JsonText | undefined {
  let at: JsonText | undefined = payload
  for (const segment of path) at = at && childOf(at, segment)
  return at
}

/** The string a path leads to; undefined where it leads to anything else. */
export function stringAt(payload: JsonText, path: readonly string[]): string | undefined {
  const value = valueAt(payload, path)
  return value?.kind === 'string' ? JSON.parse(value.text) : undefined
}

/** The payload with another value at the end of a path; unchanged where the path leads nowhere. */
export function withValueAt(payload: JsonText, path: readonly string[], value: JsonText): JsonText {
  const [segment, ...rest] = path
  if (segment === undefined) return value
  const child = childOf(payload, segment)
  if (child === undefined) return payload
  const changed = withValueAt(child, rest, value)
  const members = membersOf(payload)
  if (members) return objectOf(members.set(segment, changed))
  const items = itemsOf(payload) ?? []
  return new JsonText(`[${items.with(Number(segment), changed).map(({ text }) => text)}]`)
}

/** The items of an array, each with its text; undefined for a value of another kind. */
export function itemsOf(value: JsonText): JsonText[] | undefined {
  if (value.kind !== 'array') return undefined
  const cursor = new Cursor(value.text)
  const items: JsonText[] = []
  for (let more = cursor.openArray(); more; more = cursor.nextItem()) {
    items.push(new JsonText(value.text.slice(...cursor.skip())))
  }
  return items
}

/** Finds one child without building its siblings. Of keys given twice the last wins. */
function childOf(value: JsonText, segment: string): JsonText | undefined {
  if (value.kind === 'object') return memberOf(value, segment)
  return value.kind === 'array' && INDEX.test(segment) ? itemAt(value, Number(segment)) : undefined
}

function memberOf({ text }: JsonText, key: string): JsonText | undefined {
  const cursor = new Cursor(text)
  let found: Span | undefined
  for (let more = cursor.openObject(); more; more = cursor.nextMember()) {
    const isWanted = cursor.key() === key
    const span = cursor.skip()
    if (isWanted) found = span
  }
  return found && new JsonText(text.slice(...found))
}

function itemAt({ text }: JsonText, index: number): JsonText | undefined {
  const cursor = new Cursor(text)
  let at = 0
  for (let more = cursor.openArray(); more; more = cursor.nextItem()) {
    const span = cursor.skip()
    if (at++ === index) return new JsonText(text.slice(...span))
  }
  return undefined
}

const INDEX = /^\d{1,9}$/
