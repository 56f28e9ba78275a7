import {
  BACKSLASH,
  CLOSE_BRACE,
  CLOSE_BRACKET,
  COLON,
  COMMA,
  OPEN_BRACE,
  OPEN_BRACKET,
  QUOTE,
  SPACE,
} from '@heddle/contract/json-scanner'
import { JSON_NULL, JsonText } from './text.ts'

const LETTER_U = 0x75
const ESCAPE_LENGTH = 2
const UNICODE_ESCAPE_LENGTH = 6

/**
 * Turns the first characters of a JSON text into valid JSON: a truncated string ends in `…`, other truncated values
 * are left out, and open containers are closed. A lone truncated number becomes null.
 */
export function fromPrefix(prefix: string): JsonText {
  const closers: string[] = []
  let keptTo = 0
  let isKey = false
  const closed = (kept: string) =>
    kept === '' ? JSON_NULL : new JsonText(kept + closers.toReversed().join(''))

  for (let at = 0; at < prefix.length; ) {
    const code = prefix.charCodeAt(at)
    if (code === QUOTE) {
      const { end, isCut } = stringAt(prefix, at)
      if (isCut && !isKey) return closed(`${prefix.slice(0, end)}…"`)
      if (isCut) break
      if (!isKey) keptTo = end
      at = end
      isKey = false
    } else if (code === OPEN_BRACE || code === OPEN_BRACKET) {
      closers.push(code === OPEN_BRACE ? '}' : ']')
      isKey = code === OPEN_BRACE
      keptTo = ++at
    } else if (code === CLOSE_BRACE || code === CLOSE_BRACKET) {
      closers.pop()
      keptTo = ++at
    } else if (code === COMMA) {
      isKey = closers.at(-1) === '}'
      at++
    } else if (isBetween(code)) {
      at++
    } else {
      const end = tokenEnd(prefix, at)
      // A truncated token, or invalid JSON.
      if (end === prefix.length || end === at) break
      keptTo = at = end
    }
  }
  return closed(prefix.slice(0, keptTo))
}

/** The end of a string, after its quote; for a truncated one, after its last complete character. */
function stringAt(text: string, from: number): { readonly end: number; readonly isCut: boolean } {
  let at = from + 1
  while (at < text.length) {
    const code = text.charCodeAt(at)
    if (code === QUOTE) return { end: at + 1, isCut: false }
    const next = at + (code === BACKSLASH ? escapeLength(text, at) : 1)
    if (next > text.length) break
    at = next
  }
  return { end: at, isCut: true }
}

/** A character above U+FFFF is two escapes: if the second may be truncated, the first is incomplete too. */
function escapeLength(text: string, at: number): number {
  if (text.charCodeAt(at + 1) !== LETTER_U) return ESCAPE_LENGTH
  const isHighSurrogate = /^d[89ab]/i.test(text.slice(at + 2, at + 4))
  const isFollowed = '\\u'.startsWith(text.slice(at + UNICODE_ESCAPE_LENGTH, at + UNICODE_ESCAPE_LENGTH + 2))
  return isHighSurrogate && isFollowed ? 2 * UNICODE_ESCAPE_LENGTH : UNICODE_ESCAPE_LENGTH
}

/** Whitespace or a colon. */
const isBetween = (code: number): boolean => code <= SPACE || code === COLON

function tokenEnd(text: string, from: number): number {
  let at = from
  while (at < text.length && /[-+.\w]/.test(text.charAt(at))) at++
  return at
}

/** The text if it has at most `max` characters, or else its first ones as valid JSON. */
export function cutPayload(text: string | null, max: number): string | null {
  if (text === null || text.length <= max) return text
  let end = 0
  for (let count = 0; count < max; count++) end += (text.codePointAt(end) ?? 0) > 0xffff ? 2 : 1
  return end < text.length ? fromPrefix(text.slice(0, end)).text : text
}
