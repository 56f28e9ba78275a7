import { storable } from '../literals.ts'

const CHUNK_BYTES_MIN = 4 * 1024
const CHUNK_BYTES_MAX = 1024 ** 2
/** Shorter texts are copied character by character: a call into native code takes longer. */
const SHORT_CHARS = 24
/** For longer texts the memory is measured before it is reserved: a character may take three bytes, but few do. */
const LONG_CHARS = 16 * 1024
const VARINT_BYTES_MAX = 8
const EMPTY = Buffer.alloc(0)

/** The place of an integer of eight bytes. */
export interface Slot {
  readonly chunk: Buffer
  readonly at: number
}

/** Collects values in the binary form of ClickHouse: numbers are little-endian, lengths are varints, texts are UTF-8. */
export class ByteSink {
  readonly #full: Uint8Array[] = []
  #chunk = EMPTY
  #at = 0

  /** Everything that was written. The sink must not be used any more. */
  finish(): Uint8Array[] {
    return [...this.#full, this.#chunk.subarray(0, this.#at)]
  }

  byte(value: number): void {
    this.#reserve(1)
    this.#chunk[this.#at++] = value
  }

  uint32(value: number): void {
    this.#reserve(4)
    this.#at = this.#chunk.writeUInt32LE(value, this.#at)
  }

  /** The number must be safe. */
  int64(value: number): void {
    this.#reserve(8)
    writeInt64({ chunk: this.#chunk, at: this.#at }, value)
    this.#at += 8
  }

  /** An integer that is 0 until it is written. */
  slot(): Slot {
    this.int64(0)
    return { chunk: this.#chunk, at: this.#at - 8 }
  }

  double(value: number): void {
    this.#reserve(8)
    this.#at = this.#chunk.writeDoubleLE(value, this.#at)
  }

  length(value: number): void {
    this.#reserve(VARINT_BYTES_MAX)
    this.#at = writeVarint(this.#chunk, value, this.#at)
  }

  bytes(value: Uint8Array): void {
    this.length(value.length)
    this.#reserve(value.length)
    this.#chunk.set(value, this.#at)
    this.#at += value.length
  }

  text(value: string): void {
    const { length } = value
    if (length <= SHORT_CHARS && this.#shortAscii(value)) return
    this.#reserve(VARINT_BYTES_MAX + (length > LONG_CHARS ? Buffer.byteLength(value) : 3 * length))
    // Most texts are ASCII, so that their length is known before they are written. Lone surrogates become U+FFFD.
    const guess = this.#at + varintBytes(length)
    const written = this.#chunk.write(value, guess)
    if (this.#chunk.subarray(guess, guess + written).includes(0)) {
      this.text(storable(value))
      return
    }
    const start = this.#at + varintBytes(written)
    if (start !== guess) this.#chunk.copyWithin(start, guess, guess + written)
    writeVarint(this.#chunk, written, this.#at)
    this.#at = start + written
  }

  /** False, and nothing is written, if the text has other characters. */
  #shortAscii(value: string): boolean {
    const { length } = value
    this.#reserve(length + 1)
    const [chunk, start] = [this.#chunk, this.#at]
    chunk[start] = length
    for (let i = 0; i < length; i++) {
      const unit = value.charCodeAt(i)
      if (unit === 0 || unit >= 0x80) return false
      chunk[start + 1 + i] = unit
    }
    this.#at = start + 1 + length
    return true
  }

  #reserve(bytes: number): void {
    if (this.#at + bytes <= this.#chunk.length) return
    if (this.#at > 0) this.#full.push(this.#chunk.subarray(0, this.#at))
    const size = Math.min(2 * this.#chunk.length, CHUNK_BYTES_MAX)
    this.#chunk = Buffer.allocUnsafeSlow(Math.max(size, bytes, CHUNK_BYTES_MIN))
    this.#at = 0
  }
}

/** Signed or not: the bytes are the same. */
export function writeInt64({ chunk, at }: Slot, value: number): void {
  const high = Math.floor(value / 2 ** 32)
  chunk.writeUInt32LE(value - high * 2 ** 32, at)
  chunk.writeInt32LE(high, at + 4)
}

function varintBytes(value: number): number {
  let bytes = 1
  for (let rest = value; rest >= 128; rest = Math.floor(rest / 128)) bytes++
  return bytes
}

/** Seven bits in each byte, the lowest first. Returns where it ends. */
function writeVarint(into: Uint8Array, value: number, start: number): number {
  let at = start
  let rest = value
  for (; rest >= 128; rest = Math.floor(rest / 128)) into[at++] = (rest % 128) + 128
  into[at++] = rest
  return at
}
