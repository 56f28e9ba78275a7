import { ProvenCursor } from './proven-cursor.ts'
import { JsonText } from './text.ts'

/** The members of an object with the text of their values; undefined for other values. Of duplicate keys the last counts. */
export function membersOf(value: JsonText): Map<string, JsonText> | undefined {
  if (value.kind !== 'object') return undefined
  const { text } = value
  const cursor = new ProvenCursor(text)
  const members = new Map<string, JsonText>()
  for (let more = cursor.openObject(); more; more = cursor.nextMember()) {
    members.set(cursor.key(), new JsonText(text.slice(...cursor.skip())))
  }
  return members
}

/** Those of the named members that an object has, by ASCII names. Nothing is built of the others. Of duplicate keys the last counts. */
export function pickMembers(
  value: JsonText,
  names: { has(name: string): boolean },
): ReadonlyMap<string, JsonText> {
  if (value.kind !== 'object') return NO_MEMBERS
  const cursor = new ProvenCursor(value.ascii)
  const members = new Map<string, JsonText>()
  for (let more = cursor.openObject(); more; more = cursor.nextMember()) {
    const key = cursor.key()
    const span = cursor.skip()
    if (names.has(key)) members.set(key, value.slice(...span))
  }
  return members
}

const NO_MEMBERS: ReadonlyMap<string, JsonText> = new Map()

export function objectOf(members: Iterable<readonly [key: string, value: JsonText]>): JsonText {
  const texts = Array.from(members, ([key, value]) => `${JSON.stringify(key)}:${value.text}`)
  return new JsonText(`{${texts.join(',')}}`)
}

/**
 * Sets one member of an object, at the end if it is new. The other members keep their
 * text, and are not scanned if the key cannot be among them.
 */
export function withMember(object: JsonText, key: string, value: JsonText): JsonText {
  const { text } = object
  const quoted = JSON.stringify(key)
  if (text.includes(quoted) || text.includes('\\u')) {
    return objectOf((membersOf(object) ?? new Map()).set(key, value))
  }
  const end = text.lastIndexOf('}')
  const isEmpty = text.slice(0, end).trim() === '{'
  return new JsonText(`${text.slice(0, end)}${isEmpty ? '' : ','}${quoted}:${value.text}}`)
}
