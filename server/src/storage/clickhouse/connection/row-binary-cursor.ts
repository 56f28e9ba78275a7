/** Thrown where a value continues in the next chunk. */
export class Incomplete extends Error {
  /** How many bytes there must be. */
  readonly bytes: number

  constructor(bytes: number) {
    super('the result is incomplete')
    this.bytes = bytes
  }
}

/** The last short text of a column, and where it was read. */
export class KnownText {
  bytes: Buffer = Buffer.alloc(0)
  at = 0
  length = 0
  text = ''
}

/** Longer texts are rarely equal. */
const KNOWN_BYTES_MAX = 64

/** A place in a result. Numbers are little-endian. */
export class Cursor {
  readonly #bytes: Buffer
  at = 0

  constructor(bytes: Buffer) {
    this.#bytes = bytes
  }

  get end(): number {
    return this.#bytes.length
  }

  peek(): number {
    return this.#bytes[this.at] ?? 0
  }

  rest(from: number): Buffer {
    return this.#bytes.subarray(from)
  }

  takeRest(): Buffer {
    const { at } = this
    this.at = this.end
    return this.rest(at)
  }

  byte(): number {
    return this.#bytes[this.#advance(1)] ?? 0
  }

  /** Seven bits in each byte, the lowest first. */
  varint(): number {
    let value = 0
    for (let factor = 1; ; factor *= 128) {
      const byte = this.byte()
      if (byte < 128) return value + byte * factor
      value += (byte - 128) * factor
    }
  }

  /** Rounded if it is not safe. */
  int64(): number {
    const at = this.#advance(8)
    return this.#bytes.readUInt32LE(at) + this.#bytes.readInt32LE(at + 4) * 2 ** 32
  }

  uint64(): number {
    const at = this.#advance(8)
    return this.#bytes.readUInt32LE(at) + this.#bytes.readUInt32LE(at + 4) * 2 ** 32
  }

  double(): number {
    return this.#bytes.readDoubleLE(this.#advance(8))
  }

  text(): string {
    const length = this.varint()
    const at = this.#advance(length)
    return this.#bytes.toString('utf8', at, at + length)
  }

  /** The text that is known, if it is the same one; else this one becomes known. */
  textLike(known: KnownText): string {
    const length = this.varint()
    const at = this.#advance(length)
    if (length > KNOWN_BYTES_MAX) return this.#bytes.toString('utf8', at, at + length)
    if (this.#has(known, at, length)) return known.text
    known.bytes = this.#bytes
    known.at = at
    known.length = length
    known.text = this.#bytes.toString('utf8', at, at + length)
    return known.text
  }

  #has(known: KnownText, at: number, length: number): boolean {
    if (known.length !== length) return false
    const { bytes, at: from } = known
    // Ids of one time differ at their ends.
    for (let place = length - 1; place >= 0; place--)
      if (bytes[from + place] !== this.#bytes[at + place]) return false
    return true
  }

  skipText(): void {
    this.#advance(this.varint())
  }

  bytes(): Uint8Array {
    const length = this.varint()
    const at = this.#advance(length)
    return this.#bytes.subarray(at, at + length)
  }

  /** Moves behind the next bytes, and returns where they start. */
  #advance(bytes: number): number {
    const { at } = this
    if (at + bytes > this.#bytes.length) throw new Incomplete(at + bytes)
    this.at = at + bytes
    return at
  }
}
