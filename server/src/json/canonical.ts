import { OPEN_BRACE, OPEN_BRACKET, QUOTE } from '@heddle/contract/json-scanner'
import { Cursor } from './cursor.ts'
import { JsonNumber } from './number.ts'
import type { JsonText } from './text.ts'

/**
 * The text that is hashed for digests: what Python's `json.dumps(value, sort_keys=True)` writes. Each
 * string value (but no key) is passed through `mapString`. Written directly from the text: a
 * tree of a large value would take ten times its size.
 */
export function canonicalText(json: JsonText, mapString = (text: string): string => text): string {
  return canonicalOf(new Cursor(json.original), mapString)
}

function canonicalOf(cursor: Cursor, mapString: (text: string) => string): string {
  switch (cursor.peek()) {
    case QUOTE:
      return canonicalString(mapString(cursor.string()))
    case OPEN_BRACE:
      return canonicalObject(cursor, mapString)
    case OPEN_BRACKET:
      return canonicalArray(cursor, mapString)
    default:
      return canonicalToken(cursor.token())
  }
}

/** For duplicate keys the last one wins. */
function canonicalObject(cursor: Cursor, mapString: (text: string) => string): string {
  const members = new Map<string, string>()
  for (let more = cursor.openObject(); more; more = cursor.nextMember()) {
    members.set(cursor.key(), canonicalOf(cursor, mapString))
  }
  const sorted = [...members].sort(([left], [right]) => compareCodePoints(left, right))
  return `{${sorted.map(([key, value]) => `${canonicalString(key)}: ${value}`).join(', ')}}`
}

function canonicalArray(cursor: Cursor, mapString: (text: string) => string): string {
  const items: string[] = []
  for (let more = cursor.openArray(); more; more = cursor.nextItem())
    items.push(canonicalOf(cursor, mapString))
  return `[${items.join(', ')}]`
}

function canonicalToken(token: string): string {
  if (token === 'true' || token === 'false' || token === 'null') return token
  const number = new JsonNumber(token)
  return number.isInteger ? number.toText() : canonicalFloat(number.toNumber())
}

function canonicalString(value: string): string {
  return JSON.stringify(value).replace(
    /[\u007f-\uffff]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}

/** Python orders strings by code point, JavaScript by UTF-16 code unit: they differ above U+FFFF. */
function compareCodePoints(left: string, right: string): number {
  const length = Math.min(left.length, right.length)
  let at = 0
  while (at < length && left.charCodeAt(at) === right.charCodeAt(at)) at++
  if (at === length) return left.length - right.length
  // The code units that differ may be low surrogates, so whole code points are compared.
  if (at > 0 && isHighSurrogate(left.charCodeAt(at - 1))) at--
  return codePointAt(left, at) - codePointAt(right, at)
}

function isHighSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff
}

function codePointAt(text: string, at: number): number {
  return text.codePointAt(at) ?? 0
}

/** Python's `repr(float)`: scientific below 1e-4 and from 1e16 on, always with a fraction or an exponent. */
function canonicalFloat(value: number): string {
  if (!Number.isFinite(value)) return String(value)
  if (value === 0) return Object.is(value, -0) ? '-0.0' : '0.0'
  const [mantissa = '', exponentText = ''] = Math.abs(value).toExponential().split('e')
  const digits = mantissa.replace('.', '')
  const exponent = Number(exponentText)
  const isScientific = exponent < -4 || exponent >= 16
  const text = isScientific ? scientific(digits, exponent) : positional(digits, exponent)
  return value < 0 ? `-${text}` : text
}

function scientific(digits: string, exponent: number): string {
  const fraction = digits.length > 1 ? `.${digits.slice(1)}` : ''
  const size = String(Math.abs(exponent)).padStart(2, '0')
  return `${digits.charAt(0)}${fraction}e${exponent < 0 ? '-' : '+'}${size}`
}

function positional(digits: string, exponent: number): string {
  if (exponent < 0) return `0.${'0'.repeat(-exponent - 1)}${digits}`
  const whole = exponent + 1
  if (digits.length <= whole) return `${digits.padEnd(whole, '0')}.0`
  return `${digits.slice(0, whole)}.${digits.slice(whole)}`
}
