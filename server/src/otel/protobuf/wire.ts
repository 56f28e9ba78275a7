import { ServiceError } from '../../errors.ts'
import { EncodedText } from '../span.ts'
import { SeenNames } from './seen-names.ts'

/** The wire types that are still in use. */
export const VARINT = 0
export const FIXED64 = 1
export const LENGTH_DELIMITED = 2
export const FIXED32 = 5

export const tagOf = (field: number, wireType: number): number => field * 8 + wireType

/** A varint as the boolean it stands for. */
export const isTrue = (varint: number | bigint): boolean => Number(varint) !== 0

/** A varint as the signed integer it stands for, in two's complement. */
export const signed = (varint: number | bigint): number | bigint =>
  typeof varint === 'number' ? varint : BigInt.asIntN(64, varint)

/** Longer than ids and names, and shorter than most messages. */
const DECODED_BYTES_MAX = 256

const NAMES = new SeenNames()

/** The limit of other protobuf readers. */
const MESSAGES_DEEP_MAX = 100

/** Two bytes of protobuf are enough for a message, and a message takes hundreds of bytes in memory. */
const MESSAGES_MAX = 1_000_000

/**
 * Walks the fields of a message and of those inside it. Throws `invalid_request` for invalid or too deeply nested protobuf,
 * and `too_large` for too many messages.
 */
export class WireReader {
  readonly #bytes: Buffer
  #at = 0
  #end: number
  #wireType = 0
  #depth = 1
  #messages = 1

  constructor(bytes: Buffer) {
    this.#bytes = bytes
    this.#end = bytes.length
  }

  /** Whether the message has no more fields. */
  get done(): boolean {
    return this.#at >= this.#end
  }

  /** Reads the tag of a field: its number and wire type, as in `tagOf`. */
  tag(): number {
    const tag = this.#uint()
    if (tag < 8 || tag > TAG_MAX) throw this.#fault('is no field')
    this.#wireType = tag % 8
    return tag
  }

  /** Enters the message at this position. Pass the returned end to `leave` to continue after it. */
  enter(): number {
    if (++this.#depth > MESSAGES_DEEP_MAX) {
      throw new ServiceError('invalid_request', `The body nests over ${MESSAGES_DEEP_MAX} messages deep`)
    }
    if (++this.#messages > MESSAGES_MAX) {
      throw new ServiceError('too_large', `The body has over ${MESSAGES_MAX} messages: send smaller batches`)
    }
    const length = this.#uint()
    const outer = this.#end
    this.#end = this.#take(length) + length
    this.#at = this.#end - length
    return outer
  }

  leave(outer: number): void {
    this.#depth--
    this.#at = this.#end
    this.#end = outer
  }

  /** Reads an unsigned integer of up to 64 bits. A bigint only if it has more than 28 bits. */
  varint(): number | bigint {
    let low = 0
    for (let shift = 0; shift < SHORT_BITS; shift += 7) {
      const byte = this.#byte()
      low |= (byte & 0x7f) << shift
      if (byte < 0x80) return low
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

  /** Reads length-prefixed bytes as hex. */
  hex(): string {
    return this.#slice('hex')
  }

  base64(): string {
    return this.#slice('base64')
  }

  text(): string {
    return this.#slice('utf8')
  }

  /** Like `text`, for names: most were read before. */
  name(): string {
    const length = this.#uint()
    const start = this.#take(length)
    return NAMES.read(this.#bytes, start, start + length)
  }

  /** Like `text`, but long text is decoded later. */
  lateText(): string | EncodedText {
    const length = this.#uint()
    const start = this.#take(length)
    const end = start + length
    return length > DECODED_BYTES_MAX
      ? new EncodedText(this.#bytes, start, end)
      : this.#bytes.toString('utf8', start, end)
  }

  /** Skips the value of the field whose tag was read. */
  skip(): void {
    if (this.#wireType === VARINT) this.varint()
    else if (this.#wireType === FIXED64) this.#take(8)
    else if (this.#wireType === FIXED32) this.#take(4)
    else if (this.#wireType === LENGTH_DELIMITED) this.#take(this.#uint())
    else throw this.#fault(`has the unknown wire type ${this.#wireType}`)
  }

  #slice(encoding: BufferEncoding): string {
    const length = this.#uint()
    const start = this.#take(length)
    return this.#bytes.toString(encoding, start, start + length)
  }

  #byte(): number {
    return this.#bytes[this.#take(1)] ?? 0
  }

  #uint(): number {
    return Number(this.varint())
  }

  /** Skips `count` bytes and returns their start. */
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
