import { NON_FINITE_MAX, refuseDeeper, tooManyNonFinite } from './limits.ts'
import { JsonSyntaxError } from './syntax-error.ts'

export const OPEN_BRACE = 0x7b
export const CLOSE_BRACE = 0x7d
export const OPEN_BRACKET = 0x5b
export const CLOSE_BRACKET = 0x5d
export const QUOTE = 0x22
export const COLON = 0x3a
export const COMMA = 0x2c
export const SPACE = 0x20
export const BACKSLASH = 0x5c
const MINUS = 0x2d
const PLUS = 0x2b
const DOT = 0x2e
const ZERO = 0x30
const NINE = 0x39
const LOWER_E = 0x65
const UPPER_E = 0x45

/** The range of a token, its end not included. */
export type Span = readonly [start: number, end: number]

// Every function takes the position where its part of the text starts and returns the position behind
// it. Passing positions along, rather than keeping one in an object, is what makes skipping as quick
// as JSON.parse: they stay in registers.

/**
 * Proves the value at `from` valid without building it. `depth` is the number of containers around
 * it. The bare words that Python writes for numbers JSON has no text for are added to `nonFinite`.
 */
export function skipValue(text: string, from: number, depth: number, nonFinite: Span[]): number {
  switch (text.charCodeAt(from)) {
    case QUOTE:
      return skipString(text, from)
    case OPEN_BRACE:
      return skipObject(text, from, depth + 1, nonFinite)
    case OPEN_BRACKET:
      return skipArray(text, from, depth + 1, nonFinite)
    default:
      return skipToken(text, from, nonFinite)
  }
}

function skipObject(text: string, from: number, depth: number, nonFinite: Span[]): number {
  refuseDeeper(depth)
  let at = skipWhitespace(text, from + 1)
  if (text.charCodeAt(at) === CLOSE_BRACE) return at + 1
  for (;;) {
    at = skipColon(text, skipKey(text, at))
    at = skipWhitespace(text, skipValue(text, at, depth, nonFinite))
    const code = text.charCodeAt(at)
    if (code === CLOSE_BRACE) return at + 1
    if (code !== COMMA) fail("',' or '}'", at)
    at = skipWhitespace(text, at + 1)
  }
}

function skipArray(text: string, from: number, depth: number, nonFinite: Span[]): number {
  refuseDeeper(depth)
  let at = skipWhitespace(text, from + 1)
  if (text.charCodeAt(at) === CLOSE_BRACKET) return at + 1
  for (;;) {
    at = skipWhitespace(text, skipValue(text, at, depth, nonFinite))
    const code = text.charCodeAt(at)
    if (code === CLOSE_BRACKET) return at + 1
    if (code !== COMMA) fail("',' or ']'", at)
    at = skipWhitespace(text, at + 1)
  }
}

export function skipWhitespace(text: string, from: number): number {
  let at = from
  let code = text.charCodeAt(at)
  while (code <= SPACE && (code === SPACE || code === 0x0a || code === 0x0d || code === 0x09)) {
    code = text.charCodeAt(++at)
  }
  return at
}

export function skipKey(text: string, from: number): number {
  if (text.charCodeAt(from) !== QUOTE) fail('a key in quotes', from)
  return skipString(text, from)
}

/** Takes the colon behind a key, with the whitespace on both sides. */
export function skipColon(text: string, from: number): number {
  const at = skipWhitespace(text, from)
  if (text.charCodeAt(at) !== COLON) fail("':'", at)
  return skipWhitespace(text, at + 1)
}

const SHORT_STRING = 16

export function skipString(text: string, from: number): number {
  let at = from + 1
  for (const end = at + SHORT_STRING; at < end; at++) {
    const code = text.charCodeAt(at)
    if (code === QUOTE) return at + 1
    if (!(code >= SPACE) || code === BACKSLASH) break
  }
  return skipLongString(text, at)
}

// Bounded, because the regular expression keeps a stack entry for each escape.
const STRING_PART = /[ !#-[\]-\uffff]*(?:\\(?:["\\/bfnrt]|u[\da-fA-F]{4})[ !#-[\]-\uffff]*){0,1024}/y

function skipLongString(text: string, from: number): number {
  let at = from
  for (;;) {
    STRING_PART.lastIndex = at
    STRING_PART.test(text)
    const end = STRING_PART.lastIndex
    const code = text.charCodeAt(end)
    if (code === QUOTE) return end + 1
    if (code !== BACKSLASH || end === at) fail('a closing quote or a valid escape', end)
    at = end
  }
}

/** Takes a number, `true`, `false` or `null`. */
export function skipToken(text: string, from: number, nonFinite: Span[]): number {
  const first = text.charCodeAt(from)
  const digitAt = first === MINUS ? from + 1 : from
  if (isDigit(text.charCodeAt(digitAt))) return skipNumber(text, digitAt)
  const word = WORDS[first]
  if (word !== undefined && text.startsWith(word, from)) return from + word.length
  const end = skipNonFinite(text, from)
  if (nonFinite.length >= NON_FINITE_MAX) throw tooManyNonFinite()
  nonFinite.push([from, end])
  return end
}

const WORDS: Readonly<Record<number, string>> = { 116: 'true', 102: 'false', 110: 'null' }

/** Takes a number from its first digit on. */
function skipNumber(text: string, from: number): number {
  let at = text.charCodeAt(from) === ZERO ? from + 1 : skipDigits(text, from)
  if (text.charCodeAt(at) === DOT) at = skipDigits(text, at + 1)
  const code = text.charCodeAt(at)
  if (code !== LOWER_E && code !== UPPER_E) return at
  const sign = text.charCodeAt(at + 1)
  return skipDigits(text, sign === PLUS || sign === MINUS ? at + 2 : at + 1)
}

function skipDigits(text: string, from: number): number {
  if (!isDigit(text.charCodeAt(from))) fail('a digit', from)
  let at = from + 1
  while (isDigit(text.charCodeAt(at))) at++
  return at
}

function isDigit(code: number): boolean {
  return code >= ZERO && code <= NINE
}

const NON_FINITE = ['NaN', 'Infinity', '-Infinity']

function skipNonFinite(text: string, from: number): number {
  const word = NON_FINITE.find((candidate) => text.startsWith(candidate, from))
  return word ? from + word.length : fail('a value', from)
}

export function fail(expected: string, position: number): never {
  throw new JsonSyntaxError(`Expected ${expected}`, position)
}
