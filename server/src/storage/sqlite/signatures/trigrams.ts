import { BACKSLASH } from '@heddle/contract/json-scanner'
import { setBit } from '../bits.ts'

/**
 * Which trigrams a set of texts has, as bits: a search for a phrase opens only blocks that have all trigrams of the phrase.
 * A bit may stand for several trigrams, so a block may be opened in vain, but none is missed.
 */
export const SIGNATURE_BITS = 16_384

export function bitOf(first: number, second: number, third: number): number {
  const hash = Math.imul(Math.imul(first, 0x9e3779b1) ^ second, 0x85ebca6b) ^ third
  const mixed = Math.imul(hash ^ (hash >>> 15), 0xc2b2ae35)
  return 1 + ((mixed >>> 8) % (SIGNATURE_BITS - 1))
}

/** Texts that are equal but for their case become equal. The last sigma of a word depends on what follows. */
export const fold = (text: string): string => text.toLowerCase().replaceAll('ς', 'σ')

/**
 * Adds the trigrams of a text in its two forms: text of JSON is searched with the characters that escapes mean, a container with
 * the escapes that JSON prefers, and what is not JSON as it is.
 */
export function addTrigrams(bits: Uint8Array, text: string): void {
  if (addInOnePass(bits, text)) return
  for (const form of formsOf(text)) {
    const written = new Form(bits)
    const folded = fold(form)
    for (let at = 0; at < folded.length; at++) written.add(folded.charCodeAt(at))
  }
}

function formsOf(text: string): readonly string[] {
  if (!text.includes('\\')) return [text]
  const asWritten = text.replace(CONTROL_ESCAPE, (found) => shortEscape(meaningOf(found, 0, found.length)))
  const asMeant = text.replace(ESCAPE, (found) => String.fromCharCode(meaningOf(found, 0, found.length)))
  return [asWritten, asMeant]
}

const CONTROL_ESCAPE = /\\u00(?:08|09|0[aA]|0[cC]|0[dD])/g
const ESCAPE = /\\(?:u[\da-fA-F]{4}|[^u])/g

/**
 * The same for both forms together, in half the time: they differ at escapes only. Returns false, with some trigrams added, if
 * characters of the text cannot be folded one by one.
 */
function addInOnePass(bits: Uint8Array, text: string): boolean {
  if (text.length > UNITS_MAX) return false
  tables ??= newTables()
  tables.unitBytes.write(text, 'utf16le')
  if (tables.seenIn !== bits) tables.seen.fill(0)
  tables.seenIn = bits
  const [written, meant] = [new Form(bits), new Form(bits)]
  for (let at = 0; at < text.length; ) {
    const backslash = text.indexOf('\\', at)
    const end = backslash === -1 ? text.length : backslash
    if (!addUnits(bits, tables, at, end, written, meant)) return false
    if (backslash === -1) return true
    const length = escapeLength(text, end)
    at = end + length
    const meaning = meaningOf(text, end, length)
    // In `\\u0009`, `CONTROL_ESCAPE` finds a tab, though the backslash is escaped.
    if (meaning === BACKSLASH && text.startsWith('u00', at)) return false
    const isShorter = length === 6 && meaning in SHORT_ESCAPES
    const spelling = isShorter ? shortEscape(meaning) : text.slice(end, at)
    if (!written.addFolded(tables, spelling)) return false
    if (!meant.addFolded(tables, String.fromCharCode(meaning))) return false
  }
  return true
}

/** Longer texts are rare, and the memory is kept. */
const UNITS_MAX = 1_000_000

const ASCII_CODES = 128

interface Tables {
  /** Those of the text: reading them one by one from a string takes longer. */
  readonly units: Uint16Array
  readonly unitBytes: Buffer
  /** Folded characters, as they are needed. 0: not yet. */
  readonly folded: Int32Array
  /** A bit for each trigram of ASCII that was added already: looking that up takes a third of the time of adding it again. */
  readonly seen: Int32Array
  /** What they were added to. */
  seenIn: Uint8Array | undefined
}

/** Only the thread that seals needs them. */
let tables: Tables | undefined

function newTables(): Tables {
  const units = new Uint16Array(UNITS_MAX)
  return {
    units,
    unitBytes: Buffer.from(units.buffer),
    folded: new Int32Array(0x1_0000),
    seen: new Int32Array(ASCII_CODES ** 3 / 32),
    seenIn: undefined,
  }
}

/** Adds units that both forms have in common. */
function addUnits(
  bits: Uint8Array,
  { units, folded, seen }: Tables,
  from: number,
  to: number,
  written: Form,
  meant: Form,
): boolean {
  let at = from
  for (const alike = Math.min(to, from + 2); at < alike; at++) {
    const code = foldedCode(folded, units[at] ?? 0)
    if (code === UNKNOWN) return false
    written.add(code)
    meant.add(code)
  }
  // Two units behind an escape, the forms are alike.
  let { first, second } = written
  for (; at < to; at++) {
    const third = foldedCode(folded, units[at] ?? 0)
    if (third === UNKNOWN) return false
    if (!isSeen(seen, first, second, third)) setBit(bits, bitOf(first, second, third))
    first = second
    second = third
  }
  if (to - from > 2) for (const form of [written, meant]) form.continueAfter(first, second)
  return true
}

/** Whether it was asked for these before; false if one of them is not ASCII. */
function isSeen(seen: Int32Array, first: number, second: number, third: number): boolean {
  if ((first | second | third) >= ASCII_CODES) return false
  const trigram = (first << 14) | (second << 7) | third
  const known = seen[trigram >> 5] ?? 0
  seen[trigram >> 5] = known | (1 << (trigram & 31))
  return ((known >>> (trigram & 31)) & 1) === 1
}

/** Takes the characters of a form of a text one by one. */
class Form {
  readonly #bits: Uint8Array
  /** The last two characters. */
  first = UNKNOWN
  second = UNKNOWN

  constructor(bits: Uint8Array) {
    this.#bits = bits
  }

  add(third: number): void {
    if (this.first !== UNKNOWN) setBit(this.#bits, bitOf(this.first, this.second, third))
    this.continueAfter(this.second, third)
  }

  /** Returns false if a character cannot be folded by itself. */
  addFolded({ folded }: Tables, text: string): boolean {
    for (let at = 0; at < text.length; at++) {
      const code = foldedCode(folded, text.charCodeAt(at))
      if (code === UNKNOWN) return false
      this.add(code)
    }
    return true
  }

  continueAfter(first: number, second: number): void {
    this.first = first
    this.second = second
  }
}

/** Of the escape that begins with the backslash at `at`: 1 if it begins none. */
function escapeLength(text: string, at: number): number {
  if (at + 1 === text.length) return 1
  if (text[at + 1] !== 'u') return 2
  return /^[\da-fA-F]{4}$/.test(text.slice(at + 2, at + 6)) ? 6 : 1
}

/** The character that an escape of that length stands for. */
function meaningOf(text: string, at: number, length: number): number {
  if (length === 6) return Number.parseInt(text.slice(at + 2, at + 6), 16)
  const code = text.charCodeAt(at + length - 1)
  return length === 2 ? (CONTROLS[code] ?? code) : code
}

const SHORT_ESCAPES: Readonly<Record<number, string>> = {
  8: '\\b',
  9: '\\t',
  10: '\\n',
  12: '\\f',
  13: '\\r',
}

const shortEscape = (control: number): string => SHORT_ESCAPES[control] ?? ''

/** By the letter that stands for them. */
const CONTROLS: Readonly<Record<number, number>> = Object.fromEntries(
  Object.entries(SHORT_ESCAPES).map(([control, spelling]) => [spelling.charCodeAt(1), Number(control)]),
)

const UNKNOWN = -1

/** `fold` of a character; `UNKNOWN` if that depends on the next one, or is several. */
function foldedCode(known: Int32Array, code: number): number {
  return known[code] || foldOnce(known, code)
}

function foldOnce(known: Int32Array, code: number): number {
  const folded = fold(String.fromCharCode(code))
  const mayHaveCase = code >= 0xd800 && code < 0xdc00 && !isEmoji(code)
  const found = folded.length > 1 || mayHaveCase ? UNKNOWN : folded.charCodeAt(0)
  known[code] = found
  return found
}

/** Whether the second half of such a pair, which has no case, follows. Scripts that have case are among the others. */
const isEmoji = (firstHalf: number): boolean => firstHalf >= 0xd83c && firstHalf <= 0xd83e
