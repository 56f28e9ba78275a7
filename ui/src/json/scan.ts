export type JsonKind = 'object' | 'array' | 'string' | 'number' | 'boolean' | 'null'

/** A value's place in the text it is part of; the end is exclusive. */
export interface JsonSpan {
  readonly start: number
  readonly end: number
}

const QUOTE = 0x22
const BACKSLASH = 0x5c
const OPEN_BRACE = 0x7b
const CLOSE_BRACE = 0x7d
const OPEN_BRACKET = 0x5b
const CLOSE_BRACKET = 0x5d
const COMMA = 0x2c

/** The kind of the value that starts here. The text is valid JSON: only its first character counts. */
export function kindAt(text: string, start: number): JsonKind {
  switch (text[start]) {
    case '{':
      return 'object'
    case '[':
      return 'array'
    case '"':
      return 'string'
    case 't':
    case 'f':
      return 'boolean'
    case 'n':
      return 'null'
    default:
      return 'number'
  }
}

export const isContainer = (kind: JsonKind): boolean => kind === 'object' || kind === 'array'

export function skipBlanks(text: string, at: number): number {
  let place = at
  while (text.charCodeAt(place) <= 0x20) place++
  return place
}

/** Where the value that starts here ends. Nothing is built: a value of 20 MB takes a few dozen milliseconds. */
export function endOfValue(text: string, start: number): number {
  const first = text.charCodeAt(start)
  if (first === QUOTE) return endOfString(text, start)
  if (first !== OPEN_BRACE && first !== OPEN_BRACKET) return endOfWord(text, start)
  let depth = 0
  for (let at = start; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === QUOTE) at = endOfString(text, at) - 1
    else if (code === OPEN_BRACE || code === OPEN_BRACKET) depth++
    else if ((code === CLOSE_BRACE || code === CLOSE_BRACKET) && --depth === 0) return at + 1
  }
  return text.length
}

/** The place after the closing quote. */
export function endOfString(text: string, start: number): number {
  for (let at = text.indexOf('"', start + 1); at >= 0; at = text.indexOf('"', at + 1)) {
    if (!isEscaped(text, at)) return at + 1
  }
  return text.length
}

/** An odd number of backslashes before a quote makes it part of the string. */
function isEscaped(text: string, at: number): boolean {
  let before = at - 1
  while (text.charCodeAt(before) === BACKSLASH) before--
  return (at - before) % 2 === 0
}

function endOfWord(text: string, start: number): number {
  let at = start
  for (; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code <= 0x20 || code === COMMA || code === CLOSE_BRACE || code === CLOSE_BRACKET) break
  }
  return at
}
