import { Readable } from 'node:stream'
import type { Endpoint } from '@heddle/contract/endpoint'
import type { FastifyReply } from 'fastify'
import { writeJson } from '../json/write.ts'
import { eventChunks } from './events.ts'
import { sliced } from './sliced.ts'

/** Sends what an operation gave, in the form that its endpoint promises. */
export function sendReply(
  reply: FastifyReply,
  { replyAs }: Pick<Endpoint, 'replyAs'>,
  result: unknown,
): Promise<FastifyReply> {
  return SENDERS[replyAs](reply, result)
}

const SENDERS: Record<Endpoint['replyAs'], (reply: FastifyReply, result: unknown) => Promise<FastifyReply>> =
  {
    json: async (reply, result) => reply.type('application/json; charset=utf-8').send(writeJson(result)),
    bytes: async (reply, result) => reply.type('application/octet-stream').send(result),
    text: async (reply, result) => reply.type('text/plain; version=0.0.4; charset=utf-8').send(result),
    lines: async (reply, result) =>
      reply.type('application/jsonl').send(await streamOf(rowsOf(result), lineChunks)),
    async events(reply, result) {
      reply.type('text/event-stream').headers({
        'cache-control': 'no-store',
        // Proxies that collect a reply before they pass it on would keep everything to themselves.
        'x-accel-buffering': 'no',
        connection: 'close',
      })
      return reply.send(await streamOf(rowsOf(result), eventChunks))
    },
  }

const CHUNK_CHARS = 64 * 1024

function rowsOf(result: unknown): AsyncIterator<unknown> {
  if (!isAsyncIterable(result)) throw new Error('an operation that promises rows gave none')
  return result[Symbol.asyncIterator]()
}

function isAsyncIterable(value: unknown): value is AsyncIterable<unknown> {
  return typeof value === 'object' && value !== null && Symbol.asyncIterator in value
}

type Chunks = (first: IteratorResult<unknown>, rows: AsyncIterator<unknown>) => AsyncIterable<string>

/** Waits for the first row: until the status line is sent, a failure can still be told. */
async function streamOf(rows: AsyncIterator<unknown>, chunks: Chunks): Promise<Readable> {
  const first = await rows.next()
  return Readable.from(sliced(chunks(first, rows)), { objectMode: false })
}

async function* lineChunks(first: IteratorResult<unknown>, rows: AsyncIterator<unknown>) {
  try {
    let text = ''
    for (let step = first; !step.done; step = await rows.next()) {
      text += `${writeJson(step.value)}\n`
      if (text.length < CHUNK_CHARS) continue
      yield text
      text = ''
    }
    if (text !== '') yield text
  } finally {
    // A reader who leaves early stops the query behind the rows.
    await rows.return?.()
  }
}
