import type { IncomingHttpHeaders, OutgoingHttpHeaders } from 'node:http'
import type { Worker } from 'node:worker_threads'
import type { Endpoint } from '@heddle/contract/endpoint'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { ServiceError } from '../errors.ts'

/** A request as it travels to the ingest thread: its caller is known, its body received whole. */
export interface ForwardedRequest {
  readonly method: Endpoint['method']
  readonly url: string
  readonly headers: IncomingHttpHeaders
  readonly remoteAddress: string
  readonly body: Uint8Array
}

export interface ForwardedReply {
  readonly status: number
  readonly headers: OutgoingHttpHeaders
  readonly body: Uint8Array
}

export type IngestTask = { readonly id: number; readonly request: ForwardedRequest } | 'close'

export interface IngestAnswer {
  readonly id: number
  readonly reply: ForwardedReply
}

interface Waiting {
  readonly resolve: (reply: ForwardedReply) => void
  readonly reject: (error: ServiceError) => void
  readonly timer: NodeJS.Timeout
}

interface IngestThreadOptions {
  /** Starts the thread, which answers every `IngestTask` with an `IngestAnswer`. */
  readonly start: () => Worker
  /** A thread without work ends after this long. */
  readonly idleMs: number
  /** A thread that owes an answer for this long is replaced; it ends by itself once it returns. */
  readonly timeoutMs: number
}

/**
 * Runs requests with large bodies in a thread of their own, so that reading them holds up nobody else
 * and running out of memory ends that thread alone. It starts with the first such request.
 */
export class IngestThread {
  readonly #options: IngestThreadOptions
  readonly #waiting = new Map<number, Waiting>()
  #worker: Worker | undefined
  #idle: NodeJS.Timeout | undefined
  #lastId = 0

  constructor(options: IngestThreadOptions) {
    this.#options = options
  }

  /** The body is moved to the thread and must not be used afterwards. */
  forward(request: ForwardedRequest): Promise<ForwardedReply> {
    clearTimeout(this.#idle)
    this.#worker ??= this.#start()
    const worker = this.#worker
    const id = ++this.#lastId
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => this.#lose(worker, tookTooLong()), this.#options.timeoutMs)
      this.#waiting.set(id, { resolve, reject, timer })
      const body = ownBytes(request.body)
      worker.postMessage({ id, request: { ...request, body } } satisfies IngestTask, [body.buffer])
    })
  }

  /** Ends the thread. What it has not answered fails; whoever closes waits for its requests first. */
  async close(): Promise<void> {
    clearTimeout(this.#idle)
    const worker = this.#worker
    this.#worker = undefined
    if (!worker) return
    const exited = new Promise((resolve) => worker.once('exit', resolve))
    worker.postMessage('close' satisfies IngestTask)
    await exited
  }

  #start(): Worker {
    const worker = this.#options.start()
    worker.on('message', (answer: IngestAnswer) => this.#settle(answer))
    worker.on('error', (error: Error & { readonly code?: unknown }) => {
      const isMemory = error.code === 'ERR_WORKER_OUT_OF_MEMORY'
      // Among several requests nobody knows which was too much: they are tried again one after the other.
      this.#lose(worker, isMemory && this.#waiting.size === 1 ? needsTooMuchMemory() : unavailable(error))
    })
    worker.on('exit', () => this.#lose(worker, unavailable()))
    return worker
  }

  #settle({ id, reply }: IngestAnswer): void {
    const waiting = this.#waiting.get(id)
    if (!waiting) return
    clearTimeout(waiting.timer)
    this.#waiting.delete(id)
    waiting.resolve(reply)
    if (this.#waiting.size > 0) return
    this.#idle = setTimeout(() => void this.close(), this.#options.idleMs)
    this.#idle.unref()
  }

  #lose(worker: Worker, error: ServiceError): void {
    if (this.#worker !== worker) return
    this.#worker = undefined
    // Not terminated: the SQLite package aborts the whole process where its native code meets a thread that is being ended.
    worker.unref()
    worker.postMessage('close' satisfies IngestTask)
    for (const { reject, timer } of this.#waiting.values()) {
      clearTimeout(timer)
      reject(error)
    }
    this.#waiting.clear()
  }
}

/** Bytes in a buffer of their own, which can be moved; copied where they share one. */
function ownBytes(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const { buffer, byteLength } = bytes
  const isWhole = buffer instanceof ArrayBuffer && buffer.byteLength === byteLength
  return isWhole ? new Uint8Array(buffer) : new Uint8Array(bytes)
}

const needsTooMuchMemory = () =>
  new ServiceError('too_large', 'The request takes more memory than there is: send it in smaller parts')

const tookTooLong = () =>
  new ServiceError('unavailable', 'The request took too long: try again', { retry_after_seconds: 5 })

function unavailable(cause?: Error): ServiceError {
  const message = 'The thread that reads large requests ended: try again'
  const error = new ServiceError('unavailable', message, { retry_after_seconds: 1 })
  error.cause = cause
  return error
}

/** Reading this much takes a few milliseconds; anything larger is better read elsewhere. */
const LARGE_BYTES = 512 * 1024

/** A compressed body is a tenth of what has to be read. */
const LARGE_COMPRESSED_BYTES = 64 * 1024

/** Whether a request is for the ingest thread: it carries a payload, and a large one. */
export function isLarge({ bodySize, requestAs }: Endpoint, { headers, body }: FastifyRequest): boolean {
  if (bodySize !== 'payload' && requestAs !== 'form') return false
  const bytesMax = headers['content-encoding'] ? LARGE_COMPRESSED_BYTES : LARGE_BYTES
  return body instanceof Buffer && body.length > bytesMax
}

/** Has the ingest thread answer the request, and sends its answer. */
export async function sendForwarded(
  ingest: IngestThread,
  { method }: Endpoint,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { url, ip, body } = request
  if (!(body instanceof Buffer)) throw new Error('only a request with a body is forwarded')
  const forwarded = { method, url, headers: headersToForward(request), remoteAddress: ip, body }
  const { status, headers, body: answer } = await ingest.forward(forwarded)
  return reply.code(status).headers(headers).send(Buffer.from(answer.buffer))
}

/** Those about this connection mean nothing on the next. */
function headersToForward({ headers }: FastifyRequest) {
  const { connection, 'transfer-encoding': encoding, expect, 'content-length': length, ...rest } = headers
  return rest
}
