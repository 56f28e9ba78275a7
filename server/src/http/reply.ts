import { Readable } from 'node:stream'
import type { Endpoint } from '@heddle/contract/endpoint'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { abandoned } from '../errors.ts'
import { concatenated, JsonBytes, lineOf } from '../json/bytes.ts'
import { writeJson, writeJsonPieces } from '../json/write.ts'
import { replyTooLarge } from '../operations/reply-budget.ts'
import { inTurns } from '../turns.ts'

/** Sends the result of an operation in the format that its endpoint declares. A JSON document is limited to `bytesMax`. */
export function sendReply(
  reply: FastifyReply,
  { replyAs }: Pick<Endpoint, 'replyAs'>,
  result: unknown,
  bytesMax: number,
): Promise<FastifyReply> {
  return SENDERS[replyAs](reply, result, bytesMax)
}

type Sender = (reply: FastifyReply, result: unknown, bytesMax: number) => Promise<FastifyReply>

const SENDERS: Record<Endpoint['replyAs'], Sender> = {
  async json(reply, result, bytesMax) {
    const document = await writeInTurns(reply, result, bytesMax)
    return reply.type('application/json; charset=utf-8').send(document)
  },
  bytes: async (reply, result) => reply.type('application/octet-stream').send(result),
  text: async (reply, result) => reply.type('text/plain; version=0.0.4; charset=utf-8').send(result),
  async lines(reply, result) {
    const rows = rowsOf(result)
    const first = await lineChunk(rows)
    reply.type('application/jsonl')
    // As bytes: Fastify would add a charset to the type of a text.
    if (first.isLast) return reply.send(Buffer.from(first.lines))
    return reply.send(streamOf(lineChunks(first, rows), rows, reply))
  },
  async events(reply, result) {
    reply.type('text/event-stream').headers({
      'cache-control': 'no-store',
      // Disables response buffering in nginx and compatible proxies.
      'x-accel-buffering': 'no',
      connection: 'close',
    })
    const rows = rowsOf(result)
    // An error before the status line is sent can still become an error response.
    const first = await rows.next()
    return reply.send(streamOf(eventChunks(first, rows), rows, reply))
  },
}

/** Writes a large result over many turns of the event loop. Stops if it is too large or the client disconnects. */
async function writeInTurns(
  { raw }: FastifyReply,
  result: unknown,
  bytesMax: number,
): Promise<string | Buffer> {
  const pieces: (string | Uint8Array)[] = []
  let bytes = 0
  await inTurns(writeJsonPieces(result), (piece) => {
    if (raw.destroyed) throw abandoned()
    bytes += Buffer.byteLength(piece)
    if (bytes > bytesMax) throw replyTooLarge(bytesMax)
    // Text is encoded piece by piece: that of a whole reply takes long.
    pieces.push(typeof piece === 'string' && pieces.length > 0 ? Buffer.from(piece) : piece)
  })
  return joined(pieces)
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

/**
 * Streams chunks of rows, and stops the query when the stream closes. The chunks could not do that themselves: if the client
 * has disconnected before, the stream closes without taking the first one, and no `finally` of theirs would run.
 */
function streamOf(
  chunks: AsyncIterable<string | Buffer>,
  rows: AsyncIterator<unknown>,
  { log }: FastifyReply,
): Readable {
  const stream = Readable.from(sliced(chunks), { objectMode: false })
  stream.once('close', () => {
    rows.return?.().catch((error: unknown) => log.error({ err: error }, 'a query could not be stopped'))
  })
  return stream
}

interface LineChunk {
  readonly lines: string | Buffer
  readonly isLast: boolean
}

/** Lines of about `CHUNK_CHARS`. */
async function lineChunk(rows: AsyncIterator<unknown>): Promise<LineChunk> {
  const pieces: (string | Uint8Array)[] = []
  for (let length = 0; length < CHUNK_CHARS; ) {
    const step = await rows.next()
    if (step.done) return { lines: joined(pieces), isLast: true }
    const line = step.value instanceof JsonBytes ? lineOf(step.value) : `${writeJson(step.value)}\n`
    pieces.push(line)
    length += line.length
  }
  return { lines: joined(pieces), isLast: false }
}

async function* lineChunks(first: LineChunk, rows: AsyncIterator<unknown>) {
  let chunk = first
  while (!chunk.isLast) {
    yield chunk.lines
    chunk = await lineChunk(rows)
  }
  if (chunk.lines.length > 0) yield chunk.lines
}

function joined(pieces: readonly (string | Uint8Array)[]): string | Buffer {
  if (pieces.every((piece) => typeof piece === 'string')) return pieces.join('')
  return concatenated(pieces.map((piece) => (typeof piece === 'string' ? Buffer.from(piece) : piece)))
}

/** Proxies and browsers close connections that are idle for long. */
const HEARTBEAT_MS = 15_000

/** Writes rows as server-sent events, with comments as heartbeats while there are none. */
async function* eventChunks(first: IteratorResult<unknown>, rows: AsyncIterator<unknown>) {
  let step = first
  while (!step.done) {
    yield eventOf(step.value)
    const next = rows.next()
    while ((await orHeartbeat(next)) === 'heartbeat') yield ': still here\n\n'
    step = await next
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
async function* sliced(chunks: AsyncIterable<string | Buffer>): AsyncGenerator<string | Buffer> {
  for await (const chunk of chunks) {
    if (isLong(chunk)) yield* slicesOf(typeof chunk === 'string' ? Buffer.from(chunk) : chunk)
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
