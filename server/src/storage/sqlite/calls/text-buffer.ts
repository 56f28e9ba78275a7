const BYTES_MIN = 8 * 1024

/** UTF-8 needs three bytes at most for each unit of a string. Of long texts they are counted, as three would be too many for most. */
const COUNTED_LENGTH_MIN = 64 * 1024

/** Texts one after the other, in UTF-8. */
export class TextBuffer {
  #bytes = Buffer.allocUnsafeSlow(BYTES_MIN)
  #length = 0

  /** Adds a text and returns its number of bytes. */
  add(text: string): number {
    const bytesMax = text.length < COUNTED_LENGTH_MIN ? 3 * text.length : Buffer.byteLength(text)
    if (this.#length + bytesMax > this.#bytes.length) this.#grow(this.#length + bytesMax)
    const written = this.#bytes.write(text, this.#length)
    this.#length += written
    return written
  }

  /** The same for a text that is UTF-8 already, with a character for each byte. */
  addUtf8(utf8: string): number {
    if (this.#length + utf8.length > this.#bytes.length) this.#grow(this.#length + utf8.length)
    this.#bytes.write(utf8, this.#length, 'latin1')
    this.#length += utf8.length
    return utf8.length
  }

  get bytes(): Uint8Array {
    return this.#bytes.subarray(0, this.#length)
  }

  #grow(needed: number): void {
    const larger = Buffer.allocUnsafeSlow(Math.max(needed, 2 * this.#bytes.length))
    this.#bytes.copy(larger, 0, 0, this.#length)
    this.#bytes = larger
  }
}
