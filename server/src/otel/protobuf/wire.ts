import { ServiceError } from '../../errors.ts'

/** The wire types that are still in use. */
export const VARINT = 0
export const FIXED64 = 1
export const LENGTH_DELIMITED = 2
export const FIXED32 = 5

/** Walks the fields of one message. Whatever runs past the end, or is no protobuf, is refused. */
export class WireReader {
  readonly #bytes: Buffer
  #at: number
  readonly #end: number

  constructor(bytes: Buffer, from = 0, end = bytes.length) {
    this.#bytes = bytes
    this.#at = from
    this.#end = end
  }

  get done(): boolean {
    return this.#at >= this.#end
  }

  /** Takes the head of a field: its number and its wire type. */
  tag(): { readonly field: number; readonly wireType: number } {
    const tag = Number(this.varint())
    const field = Math.floor(tag / 8)
    if (field === 0 || tag > TAG_MAX) throw this.#fault('is no field')
    return { field, wireType: tag % 8 }
  }

  /** Takes an integer of up to 64 bits, unsigned. */
  varint(): bigint {
    let low = 0
    for (let shift = 0; shift < SHORT_BITS; shift += 7) {
      const byte = this.#byte()
      low += (byte & 0x7f) * 2 ** shift
      if (byte < 0x80) return BigInt(low)
    }
    let value = BigInt(low)
    for (let shift = SHORT_BITS; shift < 70; shift += 7) {
      const byte = this.#byte()
      value |= BigInt(byte & 0x7f) << BigInt(shift)
      if (byte < 0x80) return BigInt.asUintN(64, value)
    }
    throw this.#fault('has an integer of over ten bytes')
  }

  fixed64(): bigint {
    return this.#bytes.readBigUInt64LE(this.#take(8))
  }

  fixed32(): number {
    return this.#bytes.readUInt32LE(this.#take(4))
  }

  double(): number {
    return this.#bytes.readDoubleLE(this.#take(8))
  }

  /** Takes bytes with their length before them. They are a view, not a copy. */
  bytes(): Buffer {
    const length = this.#length()
    const start = this.#take(length)
    return this.#bytes.subarray(start, start + length)
  }

  text(): string {
    const length = this.#length()
    const start = this.#take(length)
    return this.#bytes.toString('utf8', start, start + length)
  }

  /** A reader of the message that stands here, which this one steps over. */
  message(): WireReader {
    const length = this.#length()
    const start = this.#take(length)
    return new WireReader(this.#bytes, start, start + length)
  }

  /** Takes a field that nobody asks for. */
  skip(wireType: number): void {
    if (wireType === VARINT) this.varint()
    else if (wireType === FIXED64) this.#take(8)
    else if (wireType === FIXED32) this.#take(4)
    else if (wireType === LENGTH_DELIMITED) this.#take(this.#length())
    else throw this.#fault(`has the unknown wire type ${wireType}`)
  }

  #byte(): number {
    return this.#bytes[this.#take(1)] ?? 0
  }

  #length(): number {
    return Number(this.varint())
  }

  /** Steps over `count` bytes and returns their start. */
  #take(count: number): number {
    const start = this.#at
    if (count > this.#end - start) throw this.#fault('ends too early')
    this.#at = start + count
    return start
  }

  #fault(what: string): ServiceError {
    return new ServiceError('invalid_request', `The body is not OTLP in protobuf: byte ${this.#at} ${what}`)
  }
}

/** As many bits as a number adds up without rounding, in groups of seven. */
const SHORT_BITS = 28

const TAG_MAX = 0xffff_ffff
