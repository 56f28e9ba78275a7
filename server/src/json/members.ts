import { ProvenCursor } from './proven-cursor.ts'
import { JsonText } from './text.ts'

/** The members of an object with the text of their values; undefined for other values. */
export function membersOf(value: JsonText): Map<string, JsonText> | undefined {
  return value.kind === 'object' ? collectMembers(value.text, () => true) : undefined
}

/** Those of the named members that an object has. Nothing is built of the others. */
export function pickMembers(value: JsonText, names: ReadonlySet<string>): ReadonlyMap<string, JsonText> {
  return value.kind === 'object' ? collectMembers(value.text, (key) => names.has(key)) : NO_MEMBERS
}

const NO_MEMBERS: ReadonlyMap<string, JsonText> = new Map()

/** Of duplicate keys the last counts. */
function collectMembers(text: string, isWanted: (key: string) => boolean): Map<string, JsonText> {
  const cursor = new ProvenCursor(text)
  const members = new Map<string, JsonText>()
  for (let more = cursor.openObject(); more; more = cursor.nextMember()) {
    const key = cursor.key()
    const [start, end] = cursor.skip()
    if (isWanted(key)) members.set(key, new JsonText(text.slice(start, end)))
  }
  return members
}

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
