import { JsonNumber } from '../json/number.ts'
import { type JsonValue, writeTree } from '../json/tree.ts'

/** A value inside an expression. A bigint fits 64 bits; true and false are `1n` and `0n`. */
export type LiteralValue = string | number | bigint | null

export type ValueType = 'text' | 'number' | 'instant'

/**
 * Conversions between texts, numbers and JSON. The evaluator and the engines that can call back
 * into JavaScript share these.
 */

/** The whole text as an integer, with or without a sign. */
export function parseInteger(text: string): bigint | number | null {
  return /^[+-]?\d+$/.test(text) ? integerOf(text) : null
}

export function parseDouble(text: string): number | null {
  return /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/.test(text) ? Number(text) : null
}

/** `true` and `false`, and the integers from 0 to 255. */
export function parseBool(text: string): number | null {
  if (text === 'true') return 1
  if (text === 'false') return 0
  const value = /^\d+$/.test(text) ? Number(text) : Number.NaN
  return value <= 255 ? value : null
}

/** The digits of an integer as a 64-bit integer, or as the nearest double if it does not fit. */
export function integerOf(digits: string): bigint | number {
  const isShort = digits.length <= INT64_DIGITS_MAX
  if (!isShort) return Number(digits)
  const value = BigInt(digits.replace(/^\+/, ''))
  return BigInt.asIntN(64, value) === value ? value : Number(value)
}

/** A number in decimal, in the shortest form that reads back the same; `5`, not `5.0`. */
export function printNumber(value: number | bigint): string {
  return String(value)
}

/** A document value as text: `''` for missing and null, minified JSON for containers. */
export function documentText(tree: JsonValue | undefined): string {
  if (tree === undefined || tree === null) return ''
  if (typeof tree === 'string') return tree
  if (tree instanceof JsonNumber) return tree.toText()
  return writeTree(tree)
}

/** The value at a path. A segment of digits is an index in an array, and a key in an object. */
export function walk(tree: JsonValue | undefined, path: readonly string[]): JsonValue | undefined {
  let at = tree
  for (const segment of path) {
    if (at instanceof Map) at = at.get(segment)
    else if (Array.isArray(at)) at = at[arrayIndex(segment) ?? -1]
    else return undefined
  }
  return at
}

/** The array index of a path segment, which may also be a key. */
export function arrayIndex(segment: string): number | undefined {
  return /^\d{1,9}$/.test(segment) ? Number(segment) : undefined
}

/** In the order of code points, as the engines' binary collations have it. */
export function compareTexts(left: string, right: string): number {
  return Buffer.compare(Buffer.from(left), Buffer.from(right))
}

/** Compares numbers exactly, even integers with doubles, and everything else as text. */
export function compareValues(left: NonNullable<LiteralValue>, right: NonNullable<LiteralValue>): number {
  if (typeof left === 'string' || typeof right === 'string') return compareTexts(String(left), String(right))
  if (left < right) return -1
  return left > right ? 1 : 0
}

const INT64_DIGITS_MAX = 20
