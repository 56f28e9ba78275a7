import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { writeJson } from '../json/write.ts'

/** Sends what an operation gave: bytes as they are, rows as JSON lines, anything else as one JSON value. */
export async function sendReply(reply: FastifyReply, result: unknown): Promise<FastifyReply> {
  if (result instanceof Uint8Array) return reply.type('application/octet-stream').send(result)
  if (isAsyncIterable(result)) return reply.type('application/jsonl').send(await lineStream(result))
  return reply.type('application/json; charset=utf-8').send(writeJson(result))
}

const CHUNK_CHARS = 64 * 1024

function isAsyncIterable(value: unknown): value is AsyncIterable<unknown> {
  return typeof value === 'object' && value !== null && Symbol.asyncIterator in value
}

/** Waits for the first row: until the status line is sent, a failure can still be told. */
async function lineStream(rows: AsyncIterable<unknown>): Promise<Readable> {
  const iterator = rows[Symbol.asyncIterator]()
  const first = await iterator.next()
  return Readable.from(lineChunks(first, iterator), { objectMode: false })
}

async function* lineChunks(first: IteratorResult<unknown>, iterator: AsyncIterator<unknown>) {
  try {
    let text = ''
    for (let step = first; !step.done; step = await iterator.next()) {
      text += `${writeJson(step.value)}\n`
      if (text.length < CHUNK_CHARS) continue
      yield text
      text = ''
    }
    if (text !== '') yield text
  } finally {
    // A reader who leaves early stops the query behind the rows.
    await iterator.return?.()
  }
}
