import { Readable } from 'node:stream'
import type { Endpoint } from '@heddle/contract/endpoint'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { writeJson } from '../json/write.ts'

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

/** Proxies and browsers give up on a connection that says nothing for long. */
const SILENCE_MS = 15_000

/** Rows as server-sent events. Where there is none for a while, a comment shows that someone is there. */
async function* eventChunks(first: IteratorResult<unknown>, rows: AsyncIterator<unknown>) {
  try {
    let step = first
    while (!step.done) {
      yield eventOf(step.value)
      const next = rows.next()
      while ((await orSilence(next)) === 'silence') yield ': still here\n\n'
      step = await next
    }
  } finally {
    await rows.return?.()
  }
}

/** A row that has a cursor is known by it to a client that comes back. */
function eventOf(row: unknown): string {
  const cursor = typeof row === 'object' && row !== null && 'cursor' in row ? row.cursor : undefined
  const id = cursor === undefined ? '' : `id: ${cursor}\n`
  return `${id}data: ${writeJson(row)}\n\n`
}

async function orSilence<T>(next: Promise<T>): Promise<T | 'silence'> {
  let timer: NodeJS.Timeout | undefined
  const silence = new Promise<'silence'>((resolve) => {
    timer = setTimeout(() => resolve('silence'), SILENCE_MS)
  })
  try {
    return await Promise.race([next, silence])
  } finally {
    clearTimeout(timer)
  }
}

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
async function* sliced(chunks: AsyncIterable<string>): AsyncGenerator<string | Buffer> {
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
