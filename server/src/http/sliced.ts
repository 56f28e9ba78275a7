import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply } from 'fastify'

/**
 * How much is handed to a socket at once. A connection shows progress only when a whole write has been
 * taken, so that a client is too slow if it reads less than this within the stall timeout.
 */
const SLICE_BYTES = 64 * 1024

const isLong = ({ length }: string | Buffer): boolean => length > 2 * SLICE_BYTES

/** Sends long replies in slices, so that one slow reader can be told from one that has stopped reading. */
export function sliceReplies(app: FastifyInstance): void {
  app.addHook('onSend', (_request, reply, payload, done) => done(null, slicedPayload(reply, payload)))
}

/** Cuts long chunks of a stream. */
export async function* sliced(chunks: AsyncIterable<string>): AsyncGenerator<string | Buffer> {
  for await (const chunk of chunks) {
    if (isLong(chunk)) yield* slicesOf(Buffer.from(chunk))
    else yield chunk
  }
}

function slicedPayload(reply: FastifyReply, payload: unknown): unknown {
  if (!(typeof payload === 'string' || Buffer.isBuffer(payload)) || !isLong(payload)) return payload
  const bytes = typeof payload === 'string' ? Buffer.from(payload) : payload
  reply.header('content-length', bytes.length)
  return Readable.from(slicesOf(bytes), { objectMode: false })
}

function* slicesOf(bytes: Buffer): Generator<Buffer> {
  for (let start = 0; start < bytes.length; start += SLICE_BYTES) {
    yield bytes.subarray(start, start + SLICE_BYTES)
  }
}
