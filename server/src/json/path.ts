import { Cursor } from './cursor.ts'
import { membersOf, objectOf } from './members.ts'
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

function childOf(value: JsonText, segment: string): JsonText | undefined {
  return (
    membersOf(value)?.get(segment) ?? (INDEX.test(segment) ? itemsOf(value)?.[Number(segment)] : undefined)
  )
}

const INDEX = /^\d+$/
