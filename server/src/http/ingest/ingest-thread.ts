import type { IncomingHttpHeaders, OutgoingHttpHeaders } from 'node:http'
import type { Worker } from 'node:worker_threads'
import type { Endpoint } from '@heddle/contract/endpoint'
import { ServiceError } from '../../errors.ts'

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
