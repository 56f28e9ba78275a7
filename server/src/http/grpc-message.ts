import type { Readable } from 'node:stream'

/** A flag of one byte and a length of four stand before every message. */
const HEAD_BYTES = 5

/** A message that cannot be read, with the status that says why. */
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

/** Reads the one message of a unary call, and no more than `bytesMax` of it. */
export async function readMessage(
  stream: Readable,
  bytesMax: number,
): Promise<{ readonly message: Buffer; readonly isCompressed: boolean }> {
  const chunks: Buffer[] = []
  let bytes = 0
  // Without the option, a refusal in mid-message would leave no stream to tell it on.
  const incoming: AsyncIterable<Buffer> = stream.iterator({ destroyOnReturn: false })
  for await (const chunk of incoming) {
    bytes += chunk.length
    if (bytes > bytesMax + HEAD_BYTES) {
      throw new MessageError(RESOURCE_EXHAUSTED, `The message is over ${bytesMax} bytes`)
    }
    chunks.push(chunk)
  }
  const framed = Buffer.concat(chunks)
  if (framed.length < HEAD_BYTES || framed.readUInt32BE(1) !== framed.length - HEAD_BYTES) {
    throw new MessageError(INVALID_ARGUMENT, 'The call does not carry exactly one whole message')
  }
  return { message: framed.subarray(HEAD_BYTES), isCompressed: framed[0] === 1 }
}

/** A message as it travels, uncompressed. */
export function grpcMessage(message: Buffer): Buffer {
  const head = Buffer.alloc(HEAD_BYTES)
  head.writeUInt32BE(message.length, 1)
  return Buffer.concat([head, message])
}
