import { hasBit, setBit } from '../bits.ts'
import { addTrigrams, bitOf, fold, SIGNATURE_BITS } from './trigrams.ts'

/** Set where a number may be printed in other digits than it is stored. */
const ODD_NUMBERS = 0

/** The signature of JSON texts, and of others, in UTF-8. */
export function signatureOf(texts: Iterable<Buffer>): Uint8Array {
  const bits = new Uint8Array(SIGNATURE_BITS / 8)
  for (const text of texts) {
    if (!hasBit(bits, ODD_NUMBERS) && hasOddNumber(text)) setBit(bits, ODD_NUMBERS)
    addTrigrams(bits, text)
  }
  return bits
}

/**
 * Whether some number has an exponent or is so small that it is printed with one, has more digits than an integer up to 2^53, or more
 * digits than its double needs.
 */
function hasOddNumber(text: Buffer): boolean {
  const ascii = text.toString('latin1')
  if (!ODD_DIGITS.test(ascii)) return false
  if (ODD_NUMBER.test(ascii)) return true
  if (!LONG_DIGITS.test(ascii)) return false
  for (const [, decimal = ''] of ascii.matchAll(LONG_DECIMALS)) {
    if (String(Number(decimal)) !== decimal) return true
  }
  return false
}

/** Faster, and found in words, too. */
const ODD_DIGITS = /\d(?:\d{15}|[\d.]{16}|\.0{6}|[eE])/
const ODD_NUMBER = /(?:^|[:,[\s])-?(?:\d{16}|\d{1,15}(?:\.\d{1,17})?[eE]|\d{1,15}\.\d{17}|0\.0{6})/
/** Faster than to look for the decimals, of which few texts have any. */
const LONG_DIGITS = /\d[\d.]{16}/
/** Decimals of 16 digits or more. */
const LONG_DECIMALS = /(?:^|[:,[\s])-?((?=[\d.]{17})\d{1,15}\.\d{1,16})(?!\d)/g

/**
 * One bit, or one of several, that the signature of a text must have if the text contains the phrase: all of the list must
 * hold. Undefined where the phrase says too little.
 */
export type Requirement = readonly number[]

const REQUIREMENTS_MAX = 24

/**
 * Where JSON is searched, the phrase may stand inside a text or reach over several parts. So only runs of characters count
 * that are the same in a text, in JSON, and in JSON without white space.
 */
const runsOf = (phrase: string): string[] => phrase.split(/["\\{}[\]:,\p{Cc}]/u)

/** Numbers too large for a double read as `Infinity`. */
const mayBeNumber = (run: string): boolean =>
  /^[\d.eE+-]*$/.test(run) || '-infinity'.includes(run.toLowerCase())

/** Where what is behind an escape is written as another one, its letter stands before something else. */
const AROUND_ESCAPES = /\\(?:[bfnrt]|u[\da-f]{4})?|["{}[\]:,\p{Cc}]/u

export function requirementsOf(phrase: string): Requirement[] {
  const required = new Map<number, Requirement>()
  for (const run of fold(phrase).split(AROUND_ESCAPES)) {
    const isNumber = mayBeNumber(run)
    // White space at an edge may stand between parts of JSON only where a part is quoted, which ends the run.
    for (let at = 2; at < run.length; at++) {
      const bit = bitOf(run.charCodeAt(at - 2), run.charCodeAt(at - 1), run.charCodeAt(at))
      required.set(bit, isNumber ? [bit, ODD_NUMBERS] : [bit])
    }
  }
  return fromBothEnds([...required.values()]).slice(0, REQUIREMENTS_MAX)
}

/** Texts often have one end of a phrase, and not the other: a look at both rules them out at once. */
function fromBothEnds<Item>(items: readonly Item[]): Item[] {
  const backwards = items.toReversed()
  return items.flatMap((item, at) => [item, backwards[at] ?? item]).slice(0, items.length)
}

export function mayContain(signature: Uint8Array, requirements: readonly Requirement[]): boolean {
  return requirements.every((bits) => bits.some((bit) => hasBit(signature, bit)))
}

/** Bits of all blocks of a segment side by side, so that a search reads the few bits it needs. */
export const BITS_PER_SLICE = 64

/** By slice: for each of its bits, a bit per block. */
export function slicesOf(signatures: readonly Uint8Array[]): Uint8Array[] {
  const width = Math.ceil(signatures.length / 8)
  const rows = new Uint8Array(SIGNATURE_BITS * width)
  for (const [block, signature] of signatures.entries()) {
    const [byte, mask] = [block >> 3, 1 << (block & 7)]
    for (let at = 0; at < signature.length; at++) {
      // Only the bits that are set, from the lowest on.
      for (let bits = signature[at] ?? 0; bits > 0; bits &= bits - 1) {
        const row = (at * 8 + 31 - Math.clz32(bits & -bits)) * width + byte
        rows[row] = (rows[row] ?? 0) | mask
      }
    }
  }
  const bytes = BITS_PER_SLICE * width
  return Array.from({ length: SIGNATURE_BITS / BITS_PER_SLICE }, (_, slice) =>
    rows.slice(slice * bytes, (slice + 1) * bytes),
  )
}

/** The blocks, a bit each, that have one of the bits. `sliceOf` returns the slice that has a bit. */
export function blocksWith(requirement: Requirement, sliceOf: (bit: number) => Uint8Array): Uint8Array {
  const [first, ...others] = requirement.map((bit) => {
    const slice = sliceOf(bit)
    const width = slice.length / BITS_PER_SLICE
    const row = (bit % BITS_PER_SLICE) * width
    return slice.slice(row, row + width)
  })
  const blocks = first ?? new Uint8Array()
  for (const other of others) for (const [at, byte] of other.entries()) blocks[at] = (blocks[at] ?? 0) | byte
  return blocks
}

/** Whether a text, which is UTF-8 as it was sent, may contain a phrase. Undefined where the phrase says too little. */
export function bytesTest(phrase: string, isAnyCase: boolean): ((text: Buffer) => boolean) | undefined {
  const runs = runsOf(isAnyCase ? fold(phrase) : phrase).filter(
    (run) => run.length >= 3 && !mayBeNumber(run) && run.isWellFormed(),
  )
  if (runs.length === 0) return undefined
  return (text) => {
    const searched = isAnyCase ? fold(text.toString()) : text
    return (
      runs.every((run) => searched.includes(run)) || OTHER_SPELLINGS.some((start) => text.includes(start))
    )
  }
}

/** Escapes of characters that may be part of a run. */
const OTHER_SPELLINGS = ['\\u', '\\/']
