import { JsonBytes } from './bytes.ts'
import { JsonNumber } from './number.ts'
import { JsonText } from './text.ts'

/**
 * Writes compact JSON, always valid. A `JsonText` is spliced in as it is, at any depth; Maps are
 * objects; members that are undefined are left out; numbers that JSON cannot write are null.
 */
export function writeJson(value: unknown): string {
  return textOf(value) ?? 'null'
}

/**
 * Like `writeJson`, in pieces to be joined: `JsonBytes` that are the value, its members, or items of a list that is one, are
 * pieces of their own and need not be decoded.
 */
export function writeJsonPieces(value: unknown): (string | Uint8Array)[] {
  const pieces: (string | Uint8Array)[] = []
  let text = ''
  const addBytes = (bytes: Uint8Array) => {
    pieces.push(text, bytes)
    text = ''
  }
  const addList = (items: readonly unknown[]) => {
    let before = '['
    for (const item of items) {
      text += before
      before = ','
      if (item instanceof JsonBytes) addBytes(item.bytes)
      else text += textOf(item) ?? 'null'
    }
    text += before === '[' ? '[]' : ']'
  }
  if (value instanceof JsonBytes) return [value.bytes]
  if (!isPlainObject(value)) return [writeJson(value)]
  let before = '{'
  for (const [key, member] of Object.entries(value)) {
    const memberText = hasBytes(member) ? '' : textOf(member)
    if (memberText === undefined) continue
    text += `${before}${quoted(key)}:${memberText}`
    before = ','
    if (member instanceof JsonBytes) addBytes(member.bytes)
    else if (memberText === '') addList(member)
  }
  pieces.push(before === '{' ? '{}' : `${text}}`)
  return pieces
}

const hasBytes = (member: unknown): boolean =>
  member instanceof JsonBytes || (Array.isArray(member) && member[0] instanceof JsonBytes)

const isPlainObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype

/** JSON text of a value that the server created. */
export function jsonTextOf(value: unknown): JsonText {
  return new JsonText(writeJson(value))
}

/** Undefined for values that JSON cannot represent: undefined, functions, symbols. */
function textOf(value: unknown): string | undefined {
  switch (typeof value) {
    case 'string':
      return quoted(value)
    case 'number':
      return Number.isFinite(value) ? String(value) : 'null'
    case 'boolean':
    case 'bigint':
      return String(value)
    case 'object':
      return value === null ? 'null' : objectText(value)
    default:
      return undefined
  }
}

function objectText(value: object): string {
  if (value instanceof JsonText || value instanceof JsonBytes) return value.text
  if (Array.isArray(value)) return arrayText(value)
  if (value instanceof JsonNumber) return value.isWord ? 'null' : value.token
  return membersText(value instanceof Map ? value : Object.entries(value))
}

function arrayText(items: readonly unknown[]): string {
  let text = ''
  for (const item of items) text += `${text && ','}${textOf(item) ?? 'null'}`
  return `[${text}]`
}

function membersText(members: Iterable<readonly [unknown, unknown]>): string {
  let text = ''
  for (const [key, value] of members) {
    const valueText = textOf(value)
    if (valueText !== undefined) text += `${text && ','}${quoted(String(key))}:${valueText}`
  }
  return `{${text}}`
}

const NEEDS_ESCAPES = /[^ !#-[\]-\ud7ff\ue000-\uffff]/

// JSON.stringify also escapes lone surrogates, but is slower than checking whether that is needed.
function quoted(text: string): string {
  return NEEDS_ESCAPES.test(text) ? JSON.stringify(text) : `"${text}"`
}
