import { deflateRawSync, inflateRawSync } from 'node:zlib'
import { countBits, hasBit, setBit } from '../bits.ts'

/**
 * The values of one field at the places of a segment, as JSON tokens (`"a"`, `5.0`, `null`). A column with many
 * distinct numbers has them as numbers, all others as codes into a dictionary of tokens.
 */
export type Column = CodedColumn | NumberColumn

export interface CodedColumn {
  readonly kind: 'codes'
  /** `MISSING`, `UNKNOWN`, or `FIRST_CODE` plus an index into the tokens: a segment has less than 65,000 places. */
  readonly codes: Uint8Array | Uint16Array
  /** Without repetitions. */
  tokens(): readonly string[]
  /**
   * The code of a string token without escapes, `MISSING` for one that no place has; undefined where the same string may be
   * written in another way.
   */
  codeOf(token: string): number | undefined
}

/** Values that repeat. */
export type Codes = Pick<CodedColumn, 'codes' | 'tokens'>

/** The token of each number is what `String` makes of it. NaN where there is no value. */
interface NumberColumn {
  readonly kind: 'numbers'
  readonly values: Float64Array
}

/** The field has no value. */
export const MISSING = 0
/** The field may have a value that is not in the column: a long text, an array, an object. */
export const UNKNOWN = 1
export const FIRST_CODE = 2

/**
 * Bytes: form, flags, bits per value, unused; number of places (32 bits). Then a bitmap of the places that have a value if the
 * flag says so, the base of integers (64 bits), the values, and the tokens separated by line feeds.
 */
const HEADER_BYTES = 8
const FORM = { codes: 0, integers: 1, doubles: 2 } as const
const FLAG_SPARSE = 1
const FLAG_DEFLATED = 2
const FLAG_PARTIAL = 4

/** Shorter dictionaries are left as they are: inflating takes longer than reading them. */
const DEFLATE_BYTES_MIN = 4096

/** In the form that is likely to be the shortest. */
export function encodeCodes(codes: Uint16Array, tokens: readonly string[]): Uint8Array {
  const numbers = numbersOf(codes, tokens)
  if (!numbers) return encodeDictionary(codes, tokens)
  const encoded = encodeNumbers(numbers)
  if (tokens.length >= DISTINCT_MANY) return encoded
  const coded = encodeDictionary(codes, tokens)
  return encoded.length < coded.length ? encoded : coded
}

/** With so many different numbers, their dictionary is longer than they are. */
const DISTINCT_MANY = 256

/** NaN stands for no value. Only for numbers whose token is what `String` makes of them. */
export function encodeNumbers(values: Float64Array): Uint8Array {
  const { present, lowest, highest, areIntegers } = rangeOf(values)
  const isSparse = present.length < values.length
  const bitmap = isSparse ? [bitmapOf(values.length, (place) => !Number.isNaN(values[place]))] : []
  const flags = isSparse ? FLAG_SPARSE : 0
  const bits = areIntegers ? bitsFor(highest - lowest, INTEGER_BITS) : undefined
  if (bits === undefined) {
    return joined([header(FORM.doubles, flags, 64, values.length), ...bitmap, bytesOf(present)])
  }
  const offsets = new Uint32Array(present.length)
  for (let at = 0; at < present.length; at++) offsets[at] = (present[at] ?? 0) - lowest
  const parts = [bytesOf(Float64Array.of(lowest)), pack(offsets, bits)]
  return joined([header(FORM.integers, flags, bits, values.length), ...bitmap, ...parts])
}

export function decodeColumn(bytes: Uint8Array): Column {
  // Taking the bytes apart as a list would take as long as the rest.
  const [form, flags, bits, uniform] = [bytes[0] ?? 0, bytes[1] ?? 0, bytes[2] ?? 0, bytes[3] ?? 0]
  const places = uint32At(bytes, 4)
  const isSparse = (flags & FLAG_SPARSE) !== 0
  const bitmapEnd = HEADER_BYTES + (isSparse ? (places + 7) >> 3 : 0)
  const bitmap = bytes.subarray(HEADER_BYTES, bitmapEnd)
  const rest = bytes.subarray(bitmapEnd)
  const stored = isSparse ? countBits(bitmap) : places
  if (form === FORM.codes) {
    const packedBytes = (stored * bits + 7) >> 3
    const codes =
      bits === 0 ? new Uint8Array(stored).fill(uniform) : unpack(rest.slice(0, packedBytes), bits, stored)
    const dictionary = rest.subarray(packedBytes)
    return {
      kind: 'codes',
      codes: isSparse ? spread(codes, bitmap, new Uint16Array(places)) : codes,
      ...dictionaryOf(() => (flags & FLAG_DEFLATED ? inflateRawSync(dictionary) : Buffer.from(dictionary))),
    }
  }
  const values =
    form === FORM.doubles ? new Float64Array(rest.slice().buffer) : integersIn(rest, bits, stored)
  if (!isSparse) return { kind: 'numbers', values }
  return { kind: 'numbers', values: spread(values, bitmap, new Float64Array(places).fill(Number.NaN)) }
}

/** Whether a column has codes rather than numbers. */
export const isCoded = ([form]: Uint8Array): boolean => form === FORM.codes

/** Marks a column of an object some of whose members have no column in the segment, although they have values. */
export function markPartial(bytes: Uint8Array): void {
  bytes[1] = (bytes[1] ?? 0) | FLAG_PARTIAL
}

export const isPartial = (bytes: Uint8Array): boolean => ((bytes[1] ?? 0) & FLAG_PARTIAL) !== 0

/** A column that has the same code at all places. */
export function uniformColumn(places: number, code: typeof MISSING | typeof UNKNOWN): CodedColumn {
  return { kind: 'codes', codes: new Uint8Array(places).fill(code), tokens: () => [], codeOf: () => MISSING }
}

/** Whether `String(Number(token))` gives the same token, so that the number may stand for it. */
function isPlainNumber(token: string): boolean {
  const first = token.charCodeAt(0)
  return (first === 0x2d || (first >= 0x30 && first <= 0x39)) && String(Number(token)) === token
}

/** The values as numbers; undefined where one is none, or unknown. */
function numbersOf(codes: Uint16Array, tokens: readonly string[]): Float64Array | undefined {
  if (tokens.length < TOKENS_MIN || codes.includes(UNKNOWN) || !tokens.every(isPlainNumber)) return undefined
  const ofCode = new Float64Array(FIRST_CODE + tokens.length).fill(Number.NaN)
  ofCode.set(Float64Array.from(tokens, Number), FIRST_CODE)
  const values = new Float64Array(codes.length)
  for (let place = 0; place < codes.length; place++) values[place] = ofCode[codes[place] ?? MISSING] ?? 0
  return values
}

/** With fewer of them a dictionary is as short. */
const TOKENS_MIN = 15

function rangeOf(values: Float64Array) {
  const present = new Float64Array(values.length)
  let count = 0
  let lowest = Number.POSITIVE_INFINITY
  let highest = Number.NEGATIVE_INFINITY
  let areIntegers = true
  for (let place = 0; place < values.length; place++) {
    const value = values[place] ?? Number.NaN
    if (Number.isNaN(value)) continue
    present[count++] = value
    if (value < lowest) lowest = value
    if (value > highest) highest = value
    areIntegers &&= Number.isSafeInteger(value)
  }
  return { present: present.slice(0, count), lowest, highest, areIntegers: areIntegers && count > 0 }
}

/** As codes, whatever the values are. */
export function encodeDictionary(codes: Uint16Array, tokens: readonly string[]): Uint8Array {
  let lowest = codes[0] ?? MISSING
  let highest = lowest
  let present = 0
  for (let place = 0; place < codes.length; place++) {
    const code = codes[place] ?? MISSING
    if (code < lowest) lowest = code
    if (code > highest) highest = code
    if (code !== MISSING) present++
  }
  const isUniform = lowest === highest && highest <= FIRST_CODE
  const bits = isUniform ? 0 : (bitsFor(highest, CODE_BITS) ?? 16)
  const isSparse = (codes.length - present) * bits > codes.length
  const text = Buffer.from(tokens.join('\n'))
  const deflated = text.length >= DEFLATE_BYTES_MIN ? deflateRawSync(text, { level: 1 }) : text
  const isDeflated = deflated.length < text.length * 0.75
  const flags = (isSparse ? FLAG_SPARSE : 0) | (isDeflated ? FLAG_DEFLATED : 0)
  return joined([
    header(FORM.codes, flags, bits, codes.length, isUniform ? highest : 0),
    ...(isSparse ? [bitmapOf(codes.length, (place) => codes[place] !== MISSING)] : []),
    pack(isSparse ? codes.filter((code) => code !== MISSING) : codes, bits),
    isDeflated ? deflated : text,
  ])
}

const CODE_BITS = [1, 2, 4, 8, 16] as const
const INTEGER_BITS = [1, 2, 4, 8, 16, 32] as const

const bitsFor = (highest: number, widths: readonly number[]): number | undefined =>
  widths.find((width) => highest < 2 ** width)

function header(form: number, flags: number, bits: number, places: number, uniform = 0): Uint8Array {
  const bytes = Uint8Array.of(form, flags, bits, uniform, 0, 0, 0, 0)
  new DataView(bytes.buffer).setUint32(4, places, true)
  return bytes
}

/** Values of under 8 bits share bytes, the first in the lowest bits; longer ones are little-endian, as typed arrays are. */
function pack(values: Uint16Array | Uint32Array, bits: number): Uint8Array {
  if (bits === 8) return Uint8Array.from(values)
  if (bits === 16) return bytesOf(Uint16Array.from(values))
  if (bits === 32) return bytesOf(Uint32Array.from(values))
  const bytes = new Uint8Array((values.length * bits + 7) >> 3)
  for (let at = 0; at < values.length && bits > 0; at++) {
    const bit = at * bits
    bytes[bit >> 3] = (bytes[bit >> 3] ?? 0) | ((values[at] ?? 0) << (bit & 7))
  }
  return bytes
}

/** For 16 bits, `bytes` must start at the start of their buffer. */
function unpack(bytes: Uint8Array, bits: number, count: number): Uint8Array | Uint16Array {
  if (bits === 8) return bytes
  if (bits === 16) return new Uint16Array(bytes.buffer)
  const values = new Uint8Array(count)
  const mask = 2 ** bits - 1
  for (let at = 0; at < count; at++) {
    const bit = at * bits
    values[at] = ((bytes[bit >> 3] ?? 0) >> (bit & 7)) & mask
  }
  return values
}

/** Straight from the bytes: a copy and a view of them would take longer than the numbers. */
function integersIn(bytes: Uint8Array, bits: number, count: number): Float64Array {
  const base = float64At(bytes)
  const values = new Float64Array(count)
  if (bits === 8) {
    for (let at = 0; at < count; at++) values[at] = base + (bytes[BASE_BYTES + at] ?? 0)
  } else if (bits === 16) {
    for (let at = 0; at < count; at++) values[at] = base + uint16At(bytes, BASE_BYTES + 2 * at)
  } else if (bits === 32) {
    for (let at = 0; at < count; at++) values[at] = base + uint32At(bytes, BASE_BYTES + 4 * at)
  } else {
    const offsets = unpack(bytes.subarray(BASE_BYTES), bits, count)
    for (let at = 0; at < count; at++) values[at] = base + (offsets[at] ?? 0)
  }
  return values
}

const uint16At = (bytes: Uint8Array, at: number): number => (bytes[at] ?? 0) | ((bytes[at + 1] ?? 0) << 8)

export const uint32At = (bytes: Uint8Array, at: number): number =>
  uint16At(bytes, at) + uint16At(bytes, at + 2) * 65_536

/** At the start of the bytes. */
function float64At(bytes: Uint8Array): number {
  for (let at = 0; at < BASE_BYTES; at++) DOUBLE_BYTES[at] = bytes[at] ?? 0
  return DOUBLE[0] ?? 0
}

/** Numbers are little-endian, as typed arrays are. */
const DOUBLE = new Float64Array(1)
const DOUBLE_BYTES = new Uint8Array(DOUBLE.buffer)

const BASE_BYTES = 8

function dictionaryOf(read: () => Buffer): Pick<CodedColumn, 'tokens' | 'codeOf'> {
  let known: Buffer | undefined
  let tokens: readonly string[] | undefined
  const bytes = (): Buffer => {
    known ??= read()
    return known
  }
  return {
    tokens() {
      tokens ??= bytes().length === 0 ? [] : bytes().toString().split('\n')
      return tokens
    },
    codeOf(token) {
      if (bytes().includes(BACKSLASH)) return undefined
      // Without escapes, a quote is where a token starts or ends.
      const at = bytes().indexOf(token)
      return at < 0 ? MISSING : FIRST_CODE + linesIn(bytes().subarray(0, at))
    },
  }
}

const BACKSLASH = 0x5c
const LINE_FEED = 0x0a

function linesIn(bytes: Uint8Array): number {
  let lines = 0
  for (let at = bytes.indexOf(LINE_FEED); at >= 0; at = bytes.indexOf(LINE_FEED, at + 1)) lines++
  return lines
}

/** Puts values at the places that the bitmap names. */
function spread<Values extends Uint16Array | Float64Array>(
  values: Uint8Array | Uint16Array | Float64Array,
  bitmap: Uint8Array,
  into: Values,
): Values {
  for (let place = 0, at = 0; place < into.length; place++) {
    if (hasBit(bitmap, place)) into[place] = values[at++] ?? 0
  }
  return into
}

function bitmapOf(places: number, isSet: (place: number) => boolean): Uint8Array {
  const bitmap = new Uint8Array((places + 7) >> 3)
  for (let place = 0; place < places; place++) {
    if (isSet(place)) setBit(bitmap, place)
  }
  return bitmap
}

const bytesOf = (values: Uint16Array | Uint32Array | Float64Array): Uint8Array =>
  new Uint8Array(values.buffer, values.byteOffset, values.byteLength)

const joined = (parts: readonly Uint8Array[]): Uint8Array => Uint8Array.from(Buffer.concat(parts))
