import { remember } from '../remember.ts'
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

/** Enough to keep pieces few, and written within a millisecond. */
const PIECE_CHARS = 64 * 1024
/** The value, its members, and the rows of a list among these are written item by item; below, only long lists are. */
const LEVELS = 3
const LONG_LIST = 1_000

/**
 * Like `writeJson`, in pieces to be joined, so that a large value can be written over many turns of the event loop. In the
 * outer levels an iterable is a list whose items are taken one by one, and `JsonBytes` are pieces that need not be decoded.
 */
export function* writeJsonPieces(value: unknown): Generator<string | Uint8Array, void> {
  let text = ''
  for (const piece of piecesOf(value, 1)) {
    if (typeof piece === 'string') text += piece
    if (typeof piece === 'string' && text.length < PIECE_CHARS) continue
    if (text !== '') yield text
    if (typeof piece !== 'string') yield piece
    text = ''
  }
  if (text !== '') yield text
}

/** The same of an object whose members are short or `JsonBytes`, at once: for many small ones, generators take three times as long. */
export function writeObjectPieces(object: object): (string | Uint8Array)[] {
  const pieces: (string | Uint8Array)[] = []
  let text = '{'
  let separator = ''
  for (const [key, member] of Object.entries(object)) {
    const isBytes = member instanceof JsonBytes
    const memberText = isBytes ? '' : textOf(member)
    if (memberText === undefined) continue
    text += separator + memberName(key) + memberText
    separator = ','
    if (!isBytes) continue
    pieces.push(text, ...member.pieces)
    text = ''
  }
  pieces.push(`${text}}`)
  return pieces
}

function* piecesOf(value: unknown, level: number): Generator<string | Uint8Array, void> {
  if (value instanceof JsonBytes) yield* value.pieces
  else if (!isOpened(value, level)) yield writeJson(value)
  else if (value instanceof Map) yield* memberPieces(value, level)
  else if (isIterable(value)) yield* itemPieces(value, level)
  else yield* memberPieces(Object.entries(value), level)
}

function* itemPieces(items: Iterable<unknown>, level: number): Generator<string | Uint8Array, void> {
  let text = '['
  let separator = ''
  for (const item of items) {
    text += separator
    separator = ','
    if (isOpened(item, level + 1)) {
      yield text
      yield* piecesOf(item, level + 1)
      text = ''
    } else text += writeJson(item)
    if (text.length < PIECE_CHARS) continue
    yield text
    text = ''
  }
  yield `${text}]`
}

function* memberPieces(
  members: Iterable<readonly [unknown, unknown]>,
  level: number,
): Generator<string | Uint8Array, void> {
  let text = '{'
  let separator = ''
  for (const [key, member] of members) {
    const opened = isOpened(member, level + 1)
    const memberText = opened ? '' : textOf(member)
    if (memberText === undefined) continue
    text += `${separator}${quoted(String(key))}:${memberText}`
    separator = ','
    if (!opened && text.length < PIECE_CHARS) continue
    yield text
    text = ''
    if (opened) yield* piecesOf(member, level + 1)
  }
  yield `${text}}`
}

/** Whether a value of this level is written in pieces. */
function isOpened(value: unknown, level: number): value is object {
  if (typeof value !== 'object' || value === null) return false
  if (value instanceof JsonBytes) return true
  if (Array.isArray(value)) return level <= LEVELS || value.length > LONG_LIST
  return level <= LEVELS && (value instanceof Map || isPlainObject(value) || isIterable(value))
}

const isIterable = (value: object): value is Iterable<unknown> => Symbol.iterator in value

const isPlainObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype

/** JSON text of a value that the server created. */
export function jsonTextOf(value: unknown): JsonText {
  return new JsonText(writeJson(value))
}

/** The same, in which long texts are parts of their own instead of being copied. */
export function joinedJson(value: unknown): JsonText {
  if (value instanceof JsonText) return value
  const writer = new PartsWriter()
  writer.write(value)
  return writer.joined
}

/** Undefined for values that JSON cannot represent. */
function textOf(value: unknown): string | undefined {
  // What most members are, without a writer.
  if (typeof value === 'string') return quoted(value)
  if (value === null) return 'null'
  if (value instanceof JsonText) return value.text
  if (!isJson(value)) return undefined
  const writer = new Writer()
  writer.write(value)
  return writer.text
}

/** Whether JSON can represent a value: not undefined, functions and symbols. */
const isJson = (value: unknown): boolean =>
  value !== undefined && typeof value !== 'function' && typeof value !== 'symbol'

class Writer {
  text = ''

  write(value: unknown): void {
    if (typeof value === 'string') this.text += quoted(value)
    else if (typeof value === 'number') this.text += Number.isFinite(value) ? String(value) : 'null'
    else if (typeof value === 'boolean' || typeof value === 'bigint') this.text += String(value)
    else if (typeof value !== 'object' || value === null) this.text += 'null'
    else if (value instanceof JsonText) this.splice(value)
    else if (value instanceof JsonBytes) this.text += value.text
    else if (Array.isArray(value)) this.#items(value)
    else if (value instanceof JsonNumber) this.text += value.isWord ? 'null' : value.token
    else this.#members(value instanceof Map ? value : Object.entries(value))
  }

  protected splice({ text }: JsonText): void {
    this.text += text
  }

  #items(items: readonly unknown[]): void {
    let separator = '['
    for (const item of items) {
      this.text += separator
      separator = ','
      this.write(item)
    }
    this.text += separator === '[' ? '[]' : ']'
  }

  #members(members: Iterable<readonly [unknown, unknown]>): void {
    let separator = '{'
    for (const [key, value] of members) {
      if (!isJson(value)) continue
      this.text += separator + memberName(String(key))
      separator = ','
      this.write(value)
    }
    this.text += separator === '{' ? '{}' : '}'
  }
}

class PartsWriter extends Writer {
  readonly #parts: (string | JsonText)[] = []

  get joined(): JsonText {
    return this.#parts.length === 0 ? new JsonText(this.text) : JsonText.joined([...this.#parts, this.text])
  }

  protected override splice(json: JsonText): void {
    if (json.ascii.length < PART_LENGTH_MIN) super.splice(json)
    else {
      this.#parts.push(this.text, json)
      this.text = ''
    }
  }
}

const memberName = remember((key) => `${quoted(key)}:`)

/** Shorter texts are copied. */
const PART_LENGTH_MIN = 64

const NEEDS_ESCAPES = /[^ !#-[\]-\ud7ff\ue000-\uffff]/

// JSON.stringify also escapes lone surrogates, but is slower than checking whether that is needed.
export function quoted(text: string): string {
  return NEEDS_ESCAPES.test(text) ? JSON.stringify(text) : `"${text}"`
}
