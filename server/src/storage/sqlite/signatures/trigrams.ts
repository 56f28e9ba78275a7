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
 * Adds the trigrams of a text, which is UTF-8, in its two forms: text of JSON is searched with the characters that escapes mean, a
 * container with the escapes that JSON prefers, and what is not JSON as it is.
 */
export function addTrigrams(bits: Uint8Array, text: Buffer): void {
  tables ??= newTables()
  if (tables.seenIn !== bits) tables.seen.fill(0)
  tables.seenIn = bits
  if (addInOnePass(bits, tables, text)) return
  for (const form of formsOf(text.toString())) {
    const written = new Form(bits, tables)
    const folded = fold(form)
    for (let at = 0; at < folded.length; at++) written.add(folded.charCodeAt(at))
  }
}

function formsOf(text: string): readonly string[] {
  if (!text.includes('\\')) return [text]
  const asWritten = text.replace(CONTROL_ESCAPE, (found) => unicodeEscape(found).spelling)
  const asMeant = text.replace(ESCAPE, meaningOf)
  return [asWritten, asMeant]
}

function meaningOf(found: string): string {
  const letter = found.slice(1)
  return found.length > 2 ? unicodeEscape(found).meaning : (CONTROLS.get(letter) ?? letter)
}

const CONTROL_ESCAPE = /\\u00(?:08|09|0[aA]|0[cC]|0[dD])/g
const ESCAPE = /\\(?:u[\da-fA-F]{4}|[^u])/g

/**
 * The same for both forms together, in a fraction of the time: they differ at escapes only. Returns false, with some trigrams added, if
 * characters of the text cannot be folded one by one.
 */
function addInOnePass(bits: Uint8Array, tables: Tables, text: Buffer): boolean {
  const [written, meant] = [new Form(bits, tables), new Form(bits, tables)]
  for (let at = 0; ; ) {
    const end = addUntilEscape(text, at, written, meant)
    if (end === undefined) return false
    if (end === text.length) return true
    const found = escapeAt(text, end)
    if (!found || !written.addText(found.spelling) || !meant.addText(found.meaning)) return false
    at = end + found.length
  }
}

/** Returns where the next backslash or the end is; undefined if a character cannot be folded by itself. */
function addUntilEscape(text: Buffer, from: number, written: Form, meant: Form): number | undefined {
  let at = from
  // Two characters behind an escape, the forms are alike.
  for (let apart = 2; at < text.length && text[at] !== BACKSLASH; apart--) {
    if (apart <= 0) {
      at = written.addAscii(text, at)
      meant.continueAs(written)
      if (at === text.length || text[at] === BACKSLASH) break
    }
    const length = sequenceLength(text[at] ?? 0)
    const character = characterAt(text, at, length)
    if (!written.addCharacter(character)) return undefined
    if (apart > 0) meant.addCharacter(character)
    else meant.continueAs(written)
    at += length
  }
  return at
}

/** How many bytes of UTF-8 the character has that begins with this one. */
function sequenceLength(byte: number): number {
  if (byte < 0x80) return 1
  if (byte < 0xe0) return 2
  return byte < 0xf0 ? 3 : 4
}

const LEADING_BITS = [0, 0x7f, 0x1f, 0x0f, 0x07]

function characterAt(text: Buffer, at: number, length: number): number {
  let code = (text[at] ?? 0) & (LEADING_BITS[length] ?? 0)
  for (let next = at + 1; next < at + length; next++) code = (code << 6) | ((text[next] ?? 0) & 0x3f)
  return code
}

const ASCII_CODES = 128

interface Tables {
  /** Folded characters, as they are needed. 0: not yet. */
  readonly folded: Int32Array
  /** A bit for each trigram of ASCII that was added already: looking that up takes a third of the time of adding it again. */
  readonly seen: Int32Array
  /** What they were added to. */
  seenIn: Uint8Array | undefined
  /** New ones of a run of characters. They are added behind it: the loop over the characters is faster without that. */
  readonly added: Int32Array
}

/** Only the thread that seals needs them. */
let tables: Tables | undefined

const newTables = (): Tables => ({
  folded: new Int32Array(0x1_0000),
  seen: new Int32Array(ASCII_CODES ** 3 / 32),
  seenIn: undefined,
  added: new Int32Array(4_096),
})

/** Stands for a backslash, and for bytes that are not ASCII. */
const OTHER_BYTE = 0xff

/** Folded characters of ASCII by byte. */
const ASCII_FOLDED = Uint8Array.from({ length: 256 }, (_, byte) =>
  byte < ASCII_CODES && byte !== BACKSLASH ? fold(String.fromCharCode(byte)).charCodeAt(0) : OTHER_BYTE,
)

/** Takes the characters of a form of a text one by one. */
class Form {
  readonly #bits: Uint8Array
  readonly #folded: Int32Array
  readonly #seen: Int32Array
  readonly #added: Int32Array
  /** The last two characters. */
  #first = UNKNOWN
  #second = UNKNOWN

  constructor(bits: Uint8Array, { folded, seen, added }: Tables) {
    this.#bits = bits
    this.#folded = folded
    this.#seen = seen
    this.#added = added
  }

  /** Takes one that is folded. */
  add(third: number): void {
    if (this.#first !== UNKNOWN) setBit(this.#bits, bitOf(this.#first, this.#second, third))
    this.#first = this.#second
    this.#second = third
  }

  /** Returns false if the character cannot be folded by itself. */
  addCharacter(code: number): boolean {
    if (code < 0x1_0000) return this.#addUnit(code)
    const above = code - 0x1_0000
    return this.#addUnit(0xd800 + (above >> 10)) && this.#addUnit(0xdc00 + (above & 0x3ff))
  }

  addText(text: string): boolean {
    for (let at = 0; at < text.length; at++) if (!this.#addUnit(text.charCodeAt(at))) return false
    return true
  }

  /** Takes characters, some thousand at most, up to the next one that is a backslash or not of ASCII, and returns where that is. */
  addAscii(text: Uint8Array, from: number): number {
    const [bits, seen, added] = [this.#bits, this.#seen, this.#added]
    let at = from
    for (const alone = from + 2; at < alone; at++) {
      const code = ASCII_FOLDED[text[at] ?? OTHER_BYTE] ?? OTHER_BYTE
      if (code === OTHER_BYTE) return at
      this.add(code)
    }
    let trigram = (this.#first << 7) | this.#second
    let count = 0
    const end = Math.min(text.length, at + added.length)
    for (; at < end; at++) {
      const code = ASCII_FOLDED[text[at] ?? 0] ?? 0
      if (code === OTHER_BYTE) break
      trigram = ((trigram & 0x3fff) << 7) | code
      const known = seen[trigram >> 5] ?? 0
      const mask = 1 << (trigram & 31)
      if ((known & mask) !== 0) continue
      seen[trigram >> 5] = known | mask
      added[count++] = trigram
    }
    for (let index = 0; index < count; index++) {
      const each = added[index] ?? 0
      setBit(bits, bitOf(each >> 14, (each >> 7) & 0x7f, each & 0x7f))
    }
    this.#first = (trigram >> 7) & 0x7f
    this.#second = trigram & 0x7f
    return at
  }

  continueAs(other: Form): void {
    this.#first = other.#first
    this.#second = other.#second
  }

  #addUnit(code: number): boolean {
    const folded = foldedCode(this.#folded, code)
    if (folded !== UNKNOWN) this.add(folded)
    return folded !== UNKNOWN
  }
}

interface Escape {
  readonly length: number
  /** As JSON prefers to write it. */
  readonly spelling: string
  readonly meaning: string
}

/** The escape that begins with a backslash, or the backslash alone; undefined if the text must be read as a whole. */
function escapeAt(text: Buffer, at: number): Escape | undefined {
  const found = anyEscapeAt(text, at)
  // In `\\u0009`, `CONTROL_ESCAPE` finds a tab, though the backslash is escaped.
  const isBeforeEscape = found?.meaning === '\\' && asciiAt(text, at + found.length, 3) === 'u00'
  return isBeforeEscape ? undefined : found
}

function anyEscapeAt(text: Buffer, at: number): Escape | undefined {
  const letter = text[at + 1]
  if (letter === undefined) return NO_ESCAPE
  return letter === LOWER_U ? unicodeEscape(asciiAt(text, at, 6)) : SHORT[letter]
}

const asciiAt = (text: Buffer, at: number, length: number): string => text.toString('latin1', at, at + length)

function unicodeEscape(written: string): Escape {
  if (!/^\\u[\da-fA-F]{4}$/.test(written)) return NO_ESCAPE
  const code = Number.parseInt(written.slice(2), 16)
  return { length: 6, spelling: SHORT_ESCAPES[code] ?? written, meaning: String.fromCharCode(code) }
}

const NO_ESCAPE: Escape = { length: 1, spelling: '\\', meaning: '\\' }

const LOWER_U = 0x75

const SHORT_ESCAPES: Readonly<Record<number, string>> = {
  8: '\\b',
  9: '\\t',
  10: '\\n',
  12: '\\f',
  13: '\\r',
}

/** What they mean, by their letters. */
const CONTROLS = new Map(
  Object.entries(SHORT_ESCAPES).map(([code, [, letter]]) => [letter, String.fromCharCode(Number(code))]),
)

/** Escapes of one letter, by its code. */
const SHORT: readonly Escape[] = Array.from({ length: ASCII_CODES }, (_, code) => {
  const letter = String.fromCharCode(code)
  return { length: 2, spelling: `\\${letter}`, meaning: CONTROLS.get(letter) ?? letter }
})

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
