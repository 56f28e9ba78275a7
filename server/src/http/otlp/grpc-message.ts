import type { Readable } from 'node:stream'
import type { ByteBudget, Release } from '../../operations/byte-budget.ts'

/** Message prefix: a one-byte compression flag and a four-byte length. */
const HEAD_BYTES = 5

/** An unreadable message, with its gRPC status. */
export class MessageError extends Error {
  override readonly name = 'MessageError'
  readonly grpcStatus: number

  constructor(grpcStatus: number, message: string) {
    super(message)
    this.grpcStatus = grpcStatus
  }
}

const INVALID_ARGUMENT = 3
const RESOURCE_EXHAUSTED = 8
const UNAVAILABLE = 14

interface MessageLimits {
  readonly bytesMax: number
  /** Shared by all messages that are being read. */
  readonly memory: ByteBudget
}

/**
 * Reads the single message of a unary call, up to `bytesMax`, and passes it to `use`. Its bytes count against
 * `memory` until `use` is done.
 */
export async function withMessage<Result>(
  stream: Readable,
  { bytesMax, memory }: MessageLimits,
  use: (message: Buffer, isCompressed: boolean) => Promise<Result>,
): Promise<Result> {
  const bytes = new GrowingBuffer(bytesMax + HEAD_BYTES, memory)
  try {
    // By default, leaving the loop early would destroy the stream, which still has to carry the error status.
    const incoming: AsyncIterable<Buffer> = stream.iterator({ destroyOnReturn: false })
    for await (const chunk of incoming) {
      if (bytes.length + chunk.length > bytesMax + HEAD_BYTES) {
        throw new MessageError(RESOURCE_EXHAUSTED, `The message is over ${bytesMax} bytes`)
      }
      bytes.append(chunk)
    }
    const framed = bytes.content()
    if (framed.length < HEAD_BYTES || framed.readUInt32BE(1) !== framed.length - HEAD_BYTES) {
      throw new MessageError(INVALID_ARGUMENT, 'The call does not carry exactly one whole message')
    }
    return await use(framed.subarray(HEAD_BYTES), framed[0] === 1)
  } finally {
    bytes.release()
  }
}

/** Frames an uncompressed message. */
export function grpcMessage(message: Buffer): Buffer {
  const head = Buffer.alloc(HEAD_BYTES)
  head.writeUInt32BE(message.length, 1)
  return Buffer.concat([head, message])
}

const FIRST_BYTES = 16 * 1024

/** Copies chunks into one buffer: kept separately, one-byte frames would take a hundred times their size. */
class GrowingBuffer {
  readonly #bytesMax: number
  readonly #memory: ByteBudget
  readonly #releases: Release[] = []
  #bytes = Buffer.alloc(0)
  length = 0

  constructor(bytesMax: number, memory: ByteBudget) {
    this.#bytesMax = bytesMax
    this.#memory = memory
  }

  /** The caller must not exceed `bytesMax`. */
  append(chunk: Buffer): void {
    const length = this.length + chunk.length
    const roomy = Math.min(Math.max(2 * this.#bytes.length, FIRST_BYTES), this.#bytesMax)
    if (length > this.#bytes.length) this.#grow(Math.max(length, roomy))
    chunk.copy(this.#bytes, this.length)
    this.length = length
  }

  content(): Buffer {
    return this.#bytes.subarray(0, this.length)
  }

  release(): void {
    for (const release of this.#releases.splice(0)) release()
    this.#bytes = Buffer.alloc(0)
  }

  #grow(bytes: number): void {
    const release = this.#memory.tryAcquire(bytes - this.#bytes.length)
    if (!release) throw new MessageError(UNAVAILABLE, 'Too many large messages at once: try again')
    this.#releases.push(release)
    const grown = Buffer.allocUnsafe(bytes)
    this.#bytes.copy(grown, 0, 0, this.length)
    this.#bytes = grown
  }
}
