import { JsonNumber } from './number.ts'
import { JsonText } from './text.ts'
import { type JsonMap, type JsonValue, parseTree } from './tree.ts'

/** The text that digests are made of: what Python's `json.dumps(value, sort_keys=True)` writes. */
export function canonicalText(json: JsonText | JsonValue): string {
  return canonicalOf(json instanceof JsonText ? parseTree(json) : json)
}

function canonicalOf(value: JsonValue): string {
  if (typeof value === 'string') return canonicalString(value)
  if (value instanceof Map) return canonicalObject(value)
  if (Array.isArray(value)) return `[${value.map(canonicalOf).join(', ')}]`
  if (value instanceof JsonNumber) return value.isInteger ? value.toText() : canonicalFloat(value.toNumber())
  return String(value)
}

function canonicalObject(map: JsonMap): string {
  const members = [...map].sort(([left], [right]) => compareCodePoints(left, right))
  return `{${members.map(([key, value]) => `${canonicalString(key)}: ${canonicalOf(value)}`).join(', ')}}`
}

function canonicalString(value: string): string {
  return JSON.stringify(value).replace(
    /[\u007f-\uffff]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}

/** Python orders strings by code point, JavaScript by UTF-16 unit: they part above U+FFFF. */
function compareCodePoints(left: string, right: string): number {
  const length = Math.min(left.length, right.length)
  let at = 0
  while (at < length && left.charCodeAt(at) === right.charCodeAt(at)) at++
  if (at === length) return left.length - right.length
  // Units that differ may be second halves of pairs: the whole code points are compared.
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
