import type { IncomingHttpHeaders, OutgoingHttpHeaders } from 'node:http'
import type { Worker } from 'node:worker_threads'
import type { Endpoint } from '@heddle/contract/endpoint'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { ServiceError } from '../../errors.ts'
import type { AnyOperation } from '../../operations/operation.ts'
import { withoutOrigin } from '../mounts.ts'

/** A request for the ingest thread: already authenticated, with its complete body. */
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

/** Handles forwarded requests. */
export interface Ingest {
  /** Transfers the body; it must not be used afterwards. */
  forward(request: ForwardedRequest): Promise<ForwardedReply>
}

interface Pending {
  readonly resolve: (reply: ForwardedReply) => void
  readonly reject: (error: ServiceError) => void
  readonly timer: NodeJS.Timeout
}

interface IngestThreadOptions {
  /** Starts the thread, which replies to every `IngestTask` with an `IngestAnswer`. */
  readonly start: () => Worker
  /** An idle thread is stopped after this time. */
  readonly idleMs: number
  /** A thread that has not replied within this time is replaced; it exits when it becomes responsive again. */
  readonly timeoutMs: number
}

/**
 * Handles requests with large bodies, and those that operations offload, in a separate thread, so that they do not block
 * other requests and running out of memory ends that thread only. The thread is started on demand.
 */
export class IngestThread implements Ingest {
  readonly #options: IngestThreadOptions
  readonly #pending = new Map<number, Pending>()
  #worker: Worker | undefined
  #idle: NodeJS.Timeout | undefined
  #lastId = 0

  constructor(options: IngestThreadOptions) {
    this.#options = options
  }

  get isStarted(): boolean {
    return this.#worker !== undefined
  }

  /** Requests that are not answered yet. */
  get pending(): number {
    return this.#pending.size
  }

  /** Transfers the body to the thread; it must not be used afterwards. */
  forward(request: ForwardedRequest): Promise<ForwardedReply> {
    clearTimeout(this.#idle)
    this.#worker ??= this.#start()
    const worker = this.#worker
    const id = ++this.#lastId
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => this.#lose(worker, tookTooLong()), this.#options.timeoutMs)
      this.#pending.set(id, { resolve, reject, timer })
      const body = ownBytes(request.body)
      worker.postMessage({ id, request: { ...request, body } } satisfies IngestTask, [body.buffer])
    })
  }

  /** Stops the thread. Pending requests fail, so wait for them first. */
  async close(): Promise<void> {
    clearTimeout(this.#idle)
    const worker = this.#worker
    this.#worker = undefined
    if (!worker) return
    const left = [...this.#pending.keys()]
    const exited = new Promise((resolve) => worker.once('exit', resolve))
    worker.postMessage('close' satisfies IngestTask)
    await exited
    for (const id of left) this.#reject(id, unavailable())
  }

  #start(): Worker {
    const worker = this.#options.start()
    worker.on('message', (answer: IngestAnswer) => this.#settle(answer))
    worker.on('error', (error: Error & { readonly code?: unknown }) => {
      const isMemory = error.code === 'ERR_WORKER_OUT_OF_MEMORY'
      // With several requests pending, any of them may have used up the memory: clients retry them all.
      this.#lose(worker, isMemory && this.#pending.size === 1 ? needsTooMuchMemory() : unavailable(error))
    })
    worker.on('exit', () => this.#lose(worker, unavailable()))
    return worker
  }

  #settle({ id, reply }: IngestAnswer): void {
    const pending = this.#pending.get(id)
    if (!pending) return
    clearTimeout(pending.timer)
    this.#pending.delete(id)
    pending.resolve(reply)
    if (this.#pending.size > 0) return
    this.#idle = setTimeout(() => void this.close(), this.#options.idleMs)
    this.#idle.unref()
  }

  #lose(worker: Worker, error: ServiceError): void {
    if (this.#worker !== worker) return
    this.#worker = undefined
    // Not terminated: the SQLite package aborts the process if a thread is terminated while in native code.
    worker.unref()
    worker.postMessage('close' satisfies IngestTask)
    for (const id of this.#pending.keys()) this.#reject(id, error)
  }

  #reject(id: number, error: ServiceError): void {
    const pending = this.#pending.get(id)
    if (!pending) return
    this.#pending.delete(id)
    clearTimeout(pending.timer)
    pending.reject(error)
  }
}

/** Returns the bytes in a buffer that can be transferred; copies them if they share theirs. */
function ownBytes(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const { buffer, byteLength } = bytes
  const isWhole = buffer instanceof ArrayBuffer && buffer.byteLength === byteLength
  return isWhole ? new Uint8Array(buffer) : new Uint8Array(bytes)
}

const needsTooMuchMemory = () =>
  new ServiceError('too_large', 'The request needs too much memory: split it into smaller ones')

const tookTooLong = () =>
  new ServiceError('unavailable', 'The request took too long: try again', { retry_after_seconds: 5 })

function unavailable(cause?: Error): ServiceError {
  const message = 'The thread that handles large requests has exited: try again'
  const error = new ServiceError('unavailable', message, { retry_after_seconds: 1 })
  error.cause = cause
  return error
}

/** Bodies of this size take a few milliseconds. Spans take longer, because they are also converted to calls. */
export const LARGE_BYTES: Readonly<Record<Endpoint['requestAs'], number>> = {
  json: 512 * 1024,
  form: 512 * 1024,
  otlp: 64 * 1024,
}

/** Bodies compress to about a tenth. One that compresses better turns out to be large when it is read. */
const COMPRESSION = 8

const hasLargeBodies = ({ bodySize, requestAs }: Endpoint): boolean =>
  bodySize === 'payload' || requestAs === 'form'

/** Whether the ingest thread has to know an operation. Without the others it starts faster. */
export const mayBeForwarded = ({ endpoint, offloads }: AnyOperation): boolean =>
  offloads === true || hasLargeBodies(endpoint)

/** Whether a request carries a large payload and belongs on the ingest thread. */
export function isLarge(endpoint: Endpoint, { headers, body }: FastifyRequest): boolean {
  if (!hasLargeBodies(endpoint)) return false
  const bytesMax = LARGE_BYTES[endpoint.requestAs] / (headers['content-encoding'] ? COMPRESSION : 1)
  return body instanceof Buffer && body.length > bytesMax
}

/** Thrown when a request that is being read or performed turns out to belong on the ingest thread. */
export class Offloaded extends Error {
  override readonly name = 'Offloaded'
}

/** Forwards a request to the ingest thread and sends its response. */
export async function sendForwarded(
  ingest: Ingest,
  { method }: Endpoint,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { originalUrl, ip, body } = request
  if (!(body instanceof Buffer)) throw new Error('only a request with a body is forwarded')
  // Not the URL that was routed, as the thread routes it again.
  const url = withoutOrigin(originalUrl)
  const forwarded = { method, url, headers: headersToForward(request), remoteAddress: ip, body }
  const { status, headers, body: answer } = await ingest.forward(forwarded)
  return reply.code(status).headers(headersToReturn(headers)).send(Buffer.from(answer.buffer))
}

/**
 * Drops hop-by-hop headers. The host is the one that a trusted proxy reports, since the thread trusts none and would not find
 * the session of a browser under another; the log of both threads has one id.
 */
function headersToForward({ headers, host, id }: FastifyRequest) {
  const { connection, 'transfer-encoding': encoding, expect, 'content-length': length, ...rest } = headers
  return { ...rest, host, 'x-request-id': id }
}

/** Drops headers that this thread sets for its own connection. */
function headersToReturn(headers: OutgoingHttpHeaders) {
  const { connection, date, 'transfer-encoding': encoding, ...rest } = headers
  return rest
}
