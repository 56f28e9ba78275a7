import { Readable } from 'node:stream'
import type { Endpoint } from '@heddle/contract/endpoint'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { writeJson } from '../json/write.ts'

/** Sends the result of an operation in the format that its endpoint declares. */
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
        // Disables response buffering in nginx and compatible proxies.
        'x-accel-buffering': 'no',
        connection: 'close',
      })
      return reply.send(await streamOf(rowsOf(result), eventChunks))
    },
  }

const CHUNK_CHARS = 64 * 1024

function rowsOf(result: unknown): AsyncIterator<unknown> {
  if (!isAsyncIterable(result))
    throw new Error('the operation of a streaming endpoint must return an async iterable')
  return result[Symbol.asyncIterator]()
}

function isAsyncIterable(value: unknown): value is AsyncIterable<unknown> {
  return typeof value === 'object' && value !== null && Symbol.asyncIterator in value
}

type Chunks = (first: IteratorResult<unknown>, rows: AsyncIterator<unknown>) => AsyncIterable<string>

/** Waits for the first row: an error before the status line is sent can still become an error response. */
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
    // Stops the query if the client disconnects early.
    await rows.return?.()
  }
}

/** Proxies and browsers close connections that are idle for long. */
const HEARTBEAT_MS = 15_000

/** Writes rows as server-sent events, with comments as heartbeats while there are none. */
async function* eventChunks(first: IteratorResult<unknown>, rows: AsyncIterator<unknown>) {
  try {
    let step = first
    while (!step.done) {
      yield eventOf(step.value)
      const next = rows.next()
      while ((await orHeartbeat(next)) === 'heartbeat') yield ': still here\n\n'
      step = await next
    }
  } finally {
    await rows.return?.()
  }
}

/** The cursor of a row becomes the event id, which reconnecting clients send as `Last-Event-ID`. */
function eventOf(row: unknown): string {
  const cursor = typeof row === 'object' && row !== null && 'cursor' in row ? row.cursor : undefined
  const id = cursor === undefined ? '' : `id: ${cursor}\n`
  return `${id}data: ${writeJson(row)}\n\n`
}

async function orHeartbeat<T>(next: Promise<T>): Promise<T | 'heartbeat'> {
  let timer: NodeJS.Timeout | undefined
  const heartbeat = new Promise<'heartbeat'>((resolve) => {
    timer = setTimeout(() => resolve('heartbeat'), HEARTBEAT_MS)
  })
  try {
    return await Promise.race([next, heartbeat])
  } finally {
    clearTimeout(timer)
  }
}

/**
 * Size of one write to a socket. Progress is visible only per write, so a client that reads less than this within
 * the stall timeout counts as stalled.
 */
const SLICE_BYTES = 64 * 1024

const isLong = ({ length }: string | Buffer): boolean => length > 2 * SLICE_BYTES

/** Sends large responses in slices, to tell a slow reader from one that has stopped reading. */
export function sliceReplies(app: FastifyInstance): void {
  app.addHook('onSend', (_request, reply, payload, done) => done(null, slicedPayload(reply, payload)))
}

/** Splits large chunks of a stream. */
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
