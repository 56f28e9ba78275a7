import { BACKSLASH, SPACE } from '@heddle/contract/json-scanner'

/** Shorter texts take no longer to read again than to compare. */
const BYTES_MIN = 1_024

/** Up to so many bytes of what is equal are not found, so that fewer comparisons are needed. */
const STEP_BYTES = 64

/** How long a character is that is escaped, as `\u00e9`. */
const CHARACTER_BYTES_MAX = 6

/**
 * Returns of each text only what is not like the start of the long text before it: agents send their history with each request, and a
 * block has most of it many times. All of its trigrams and numbers are whole in the part, or in a text before.
 */
export function partsUnlikeBefore(): (text: Buffer) => Buffer {
  let before: Buffer | undefined
  return (text) => {
    if (text.length < BYTES_MIN) return text
    const part = before ? text.subarray(lastBoundary(text, equalBytes(text, before))) : text
    before = text
    return part
  }
}

/** How many bytes at the start of both are equal, or some fewer. */
function equalBytes(text: Buffer, other: Buffer): number {
  const isEqual = (from: number, to: number) => text.compare(other, from, to, from, to) === 0
  if (!isEqual(0, BYTES_MIN)) return 0
  let equal = BYTES_MIN
  for (let end = Math.min(text.length, other.length); end - equal > STEP_BYTES; ) {
    const middle = Math.ceil((equal + end) / 2)
    if (isEqual(equal, middle)) equal = middle
    else end = middle
  }
  return equal
}

/**
 * The last space among the first `bytes`, which is part of no number, escape or character, and whose next character is among them as well: the
 * trigram of a space and the characters around it is in neither part otherwise.
 */
function lastBoundary(text: Buffer, bytes: number): number {
  const space = bytes < BYTES_MIN ? -1 : text.lastIndexOf(SPACE, bytes - 1 - CHARACTER_BYTES_MAX)
  return space < 1 || text[space - 1] === BACKSLASH ? 0 : space
}
