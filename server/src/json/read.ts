import { OPEN_BRACE, OPEN_BRACKET, QUOTE, type Span } from '@heddle/contract/json-scanner'
import { type Cursor, readToEnd } from './cursor.ts'
import { JsonText } from './text.ts'

/**
 * How each part of a value is read: raw parts stay text, scalars become values, dropped parts are
 * validated and left out. A container where the shape expects none is validated and read as
 * empty, so that a hostile body takes no more memory than its text.
 */
export type Shape = 'raw' | 'scalar' | 'dropped' | ContainerShape

/** Accepts objects if it has `members` or `rest`, and arrays if it has `items`. Scalars are always accepted. */
export interface ContainerShape {
  readonly members?: ReadonlyMap<string, Shape>
  /** The members that `members` does not name; dropped by default. */
  readonly rest?: Shape
  readonly items?: Shape
}

/**
 * Reads JSON in one pass: raw parts become `JsonText`, everything else plain values as `JSON.parse`
 * makes them. Bytes must be valid UTF-8. Invalid JSON throws a `JsonSyntaxError`; a value beyond the limits of
 * `limits.ts` throws `too_large`.
 *
 * Strings in the result may be slices that keep the whole text in memory.
 */
export function readJson(source: string | Buffer, shape: Shape): unknown {
  return readToEnd(source, (cursor) => readValue(cursor, shape))
}

/** Validates `text` as JSON. */
export function readJsonText(text: string): JsonText {
  return readToEnd(text, readRaw)
}

function readValue(cursor: Cursor, shape: Shape): unknown {
  if (shape === 'raw') return readRaw(cursor)
  if (shape === 'dropped') return drop(cursor)
  switch (cursor.peek()) {
    case QUOTE:
      return cursor.string()
    case OPEN_BRACE:
      return readObject(cursor, shape === 'scalar' ? NO_CONTAINER : shape)
    case OPEN_BRACKET:
      return readArray(cursor, shape === 'scalar' ? NO_CONTAINER : shape)
    default:
      return scalarOf(cursor.token())
  }
}

const NO_CONTAINER: ContainerShape = {}

function drop(cursor: Cursor): undefined {
  cursor.skip()
  return undefined
}

function readRaw(cursor: Cursor): JsonText {
  const { nonFinite } = cursor
  const nonFiniteBefore = nonFinite.length
  const [start, end] = cursor.take()
  if (nonFinite.length === nonFiniteBefore) return cursor.json(start, end)
  const original = cursor.slice(start, end)
  return new JsonText(withNulls(cursor, start, end, nonFinite.slice(nonFiniteBefore)), original)
}

/** The text from `start` to `end`, with `NaN` and `Infinity` replaced by null. */
function withNulls(cursor: Cursor, start: number, end: number, nonFinite: readonly Span[]): string {
  let result = ''
  let copied = start
  for (const [from, to] of nonFinite) {
    result += `${cursor.slice(copied, from)}null`
    copied = to
  }
  return result + cursor.slice(copied, end)
}

function readObject(cursor: Cursor, { members, rest }: ContainerShape): Record<string, unknown> {
  const object: Record<string, unknown> = {}
  if (members === undefined && rest === undefined) {
    cursor.skip()
    return object
  }
  for (let more = cursor.openObject(); more; more = cursor.nextMember()) {
    const key = cursor.key()
    const value = readValue(cursor, members?.get(key) ?? rest ?? 'dropped')
    if (value !== undefined) setMember(object, key, value)
  }
  return object
}

function setMember(object: Record<string, unknown>, key: string, value: unknown): void {
  if (key !== '__proto__') object[key] = value
  // Assigning to `__proto__` would set the prototype instead of a property.
  else Object.defineProperty(object, key, { value, configurable: true, enumerable: true, writable: true })
}

function readArray(cursor: Cursor, { items }: ContainerShape): unknown[] {
  const array: unknown[] = []
  if (items === undefined) {
    cursor.skip()
    return array
  }
  for (let more = cursor.openArray(); more; more = cursor.nextItem()) array.push(readValue(cursor, items))
  return array
}

function scalarOf(token: string): boolean | number | null {
  switch (token) {
    case 'true':
      return true
    case 'false':
      return false
    case 'null':
      return null
    default:
      return Number(token)
  }
}
