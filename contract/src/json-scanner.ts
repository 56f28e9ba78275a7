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

export type JsonKind = 'object' | 'array' | 'string' | 'number' | 'boolean' | 'null'

/** Half-open range of a value in its text. */
export type Span = readonly [start: number, end: number]

/** Either method may throw to abort the scan. */
export interface ScanListener {
  /** Called at the start of every object and array; the outermost has depth 1. */
  enterContainer(depth: number): void
  /** Called for `NaN`, `Infinity` and `-Infinity`, which Python writes although JSON does not have them. */
  onNonFinite(start: number, end: number): void
}

/** The text is not JSON. `position` counts UTF-16 code units from the start of the text. */
export class JsonSyntaxError extends Error {
  override readonly name = 'JsonSyntaxError'
  readonly reason: string
  readonly position: number

  constructor(reason: string, position: number) {
    super(`${reason} at position ${position}`)
    this.reason = reason
    this.position = position
  }
}

/** The kind of the value that starts at `from`, judged by its first character. */
export function kindAt(text: string, from: number): JsonKind {
  return KINDS[text.charAt(from)] ?? 'number'
}

const KINDS: Readonly<Record<string, JsonKind>> = {
  '{': 'object',
  '[': 'array',
  '"': 'string',
  t: 'boolean',
  f: 'boolean',
  n: 'null',
}

// Every function takes the position at which its part of the text starts and returns the position after it.
// Passing positions as arguments keeps them in registers, which makes skipping as fast as JSON.parse; a
// cursor object would not.

/**
 * Validates the value at `from` without building it. `depth` is the number of containers around it. Throws
 * `JsonSyntaxError`.
 */
export function skipValue(text: string, from: number, depth: number, listener: ScanListener): number {
  switch (text.charCodeAt(from)) {
    case QUOTE:
      return skipString(text, from)
    case OPEN_BRACE:
      return skipObject(text, from, depth + 1, listener)
    case OPEN_BRACKET:
      return skipArray(text, from, depth + 1, listener)
    default:
      return skipToken(text, from, listener)
  }
}

function skipObject(text: string, from: number, depth: number, listener: ScanListener): number {
  listener.enterContainer(depth)
  let at = skipWhitespace(text, from + 1)
  if (text.charCodeAt(at) === CLOSE_BRACE) return at + 1
  for (;;) {
    at = skipColon(text, skipKey(text, at))
    at = skipWhitespace(text, skipValue(text, at, depth, listener))
    const code = text.charCodeAt(at)
    if (code === CLOSE_BRACE) return at + 1
    if (code !== COMMA) fail("',' or '}'", at)
    at = skipWhitespace(text, at + 1)
  }
}

function skipArray(text: string, from: number, depth: number, listener: ScanListener): number {
  listener.enterContainer(depth)
  let at = skipWhitespace(text, from + 1)
  if (text.charCodeAt(at) === CLOSE_BRACKET) return at + 1
  for (;;) {
    at = skipWhitespace(text, skipValue(text, at, depth, listener))
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

/** Skips the colon after a key and the whitespace around it. */
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

// Bounded, because the regular expression engine keeps a backtracking entry for each escape.
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

/** Skips a number, `true`, `false` or `null`. */
export function skipToken(text: string, from: number, listener: ScanListener): number {
  const first = text.charCodeAt(from)
  const digitAt = first === MINUS ? from + 1 : from
  if (isDigit(text.charCodeAt(digitAt))) return skipNumber(text, digitAt)
  const word = WORDS[first]
  if (word !== undefined && text.startsWith(word, from)) return from + word.length
  const end = skipNonFinite(text, from)
  listener.onNonFinite(from, end)
  return end
}

const WORDS: Readonly<Record<number, string>> = { 116: 'true', 102: 'false', 110: 'null' }

/** Skips a number; `from` is its first digit. */
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

/**
 * End of a value in text that is known to be valid JSON, such as a response of our server. Validates nothing,
 * which makes it several times faster than `skipValue`, most of all for long strings.
 */
export function skipTrustedValue(text: string, from: number): number {
  const kind = kindAt(text, from)
  if (kind === 'string') return skipTrustedString(text, from)
  if (kind !== 'object' && kind !== 'array') return skipTrustedToken(text, from)
  let depth = 0
  for (let at = from; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === QUOTE) at = skipTrustedString(text, at) - 1
    else if (code === OPEN_BRACE || code === OPEN_BRACKET) depth++
    else if ((code === CLOSE_BRACE || code === CLOSE_BRACKET) && --depth === 0) return at + 1
  }
  return text.length
}

/** Position after the closing quote; the end of the text if there is none. */
export function skipTrustedString(text: string, from: number): number {
  for (let at = text.indexOf('"', from + 1); at >= 0; at = text.indexOf('"', at + 1)) {
    if (!isEscaped(text, at)) return at + 1
  }
  return text.length
}

/** Whether an odd number of backslashes precedes the quote. */
function isEscaped(text: string, at: number): boolean {
  let before = at - 1
  while (text.charCodeAt(before) === BACKSLASH) before--
  return (at - before) % 2 === 0
}

function skipTrustedToken(text: string, from: number): number {
  let at = from
  for (; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code <= SPACE || code === COMMA || code === CLOSE_BRACE || code === CLOSE_BRACKET) break
  }
  return at
}

export function fail(expected: string, position: number): never {
  throw new JsonSyntaxError(`Expected ${expected}`, position)
}
