import { abandoned, ServiceError } from '../../../errors.ts'
import { FairQueue } from './fair-queue.ts'
import { ReadJob, type ReadKind } from './read-job.ts'
import { type Lane, Reader } from './reader.ts'
import type { ThreadData } from './thread.ts'

export interface ReaderPoolOptions {
  readonly count: number
  /** Timeout of a read, queueing included. */
  readonly timeoutMs: number
  /** How long a thread may take to notice that its read was cancelled before it is replaced. */
  readonly graceMs: number
}

const READS_WAITING_MAX = 5_000
/** Spare threads are started while reads wait and every other thread has been busy with one read for `SLOW_MS`. */
const SPARES_MAX = 3
const SLOW_MS = 1_000
const SPARE_IDLE_MS = 30_000
/** Limit of replaced threads that have not exited yet: native code cannot be interrupted. */
const STUCK_MAX = 4
/** Delay after a crash: the next thread may crash as well. */
const RESTART_MS = 500
const TICK_MS = 100

/**
 * A pool of reader threads, each running one job at a time. The first takes no scans, so that quick reads never wait for
 * one; the others are started once a read has to wait, as threads take memory. A read that times out or whose client
 * disconnects is rejected at once; a thread that does not return from it in time is replaced.
 */
export class ReaderPool {
  readonly #options: ReaderPoolOptions
  readonly #data: Omit<ThreadData, 'role'>
  readonly #waiting = { quick: new FairQueue<ReadJob>(), scan: new FairQueue<ReadJob>() }
  readonly #stuck = new Set<Reader>()
  readonly #scansPerProjectMax: number
  readonly #timer: NodeJS.Timeout
  #readers: Reader[] = []
  /** Whether a read had to wait, and all threads were started. */
  #isComplete = false
  #restartAt = 0
  #onIdle: (() => void) | undefined
  #closed: Promise<void> | undefined

  constructor(data: Omit<ThreadData, 'role'>, options: ReaderPoolOptions) {
    this.#data = data
    this.#options = options
    // One less than the largest number of threads, so that no project can use them all.
    this.#scansPerProjectMax = Math.max(1, options.count - 1 + SPARES_MAX - 1)
    this.#refill()
    this.#timer = setInterval(() => this.#tick(), TICK_MS)
    this.#timer.unref()
  }

  /** Number of queued and running reads. */
  get load(): number {
    const { quick, scan } = this.#waiting
    return quick.size + scan.size + this.#readers.filter((reader) => reader.job).length
  }

  /** Rejects with `abandoned` when `signal` is aborted, and with `timeout` when the read takes too long. */
  read(
    kind: ReadKind,
    store: string,
    method: string,
    args: readonly unknown[],
    signal?: AbortSignal,
  ): Promise<unknown> {
    const refusal = this.#refusal(kind, signal)
    if (refusal) return Promise.reject(refusal)
    const job = new ReadJob(kind, store, method, args)
    if (signal) job.onAbort(signal, () => this.#giveUp(job, abandoned()))
    this.#waiting[kind].add(job)
    this.#dispatch()
    return job.answer
  }

  /** Completes reads within the grace period, cancels the rest, and does not wait for stuck threads. */
  close(): Promise<void> {
    this.#closed ??= this.#finish()
    return this.#closed
  }

  async #finish(): Promise<void> {
    const idle = new Promise<void>((resolve) => {
      this.#onIdle = resolve
    })
    this.#noteIdle()
    await within(idle, this.#options.graceMs)
    clearInterval(this.#timer)
    for (const job of this.#jobs()) this.#giveUp(job, closing())
    const threads = this.#readers.map(({ thread }) => thread)
    await within(Promise.all(threads.map((thread) => thread.close())), this.#options.graceMs)
    for (const thread of threads) void thread.retire()
  }

  #refusal(kind: ReadKind, signal: AbortSignal | undefined): ServiceError | undefined {
    if (this.#closed) return closing()
    if (signal?.aborted) return abandoned()
    if (this.#isExhausted && !this.#hasReaderFor(kind)) return allStuck()
    if (this.#waiting.quick.size + this.#waiting.scan.size < READS_WAITING_MAX) return undefined
    return new ServiceError('overloaded', 'Too many reads are waiting', { retry_after_seconds: 5 })
  }

  get #isExhausted(): boolean {
    return this.#stuck.size > STUCK_MAX
  }

  #hasReaderFor(kind: ReadKind): boolean {
    return this.#readers.some(({ lane }) => takes(lane, kind))
  }

  #dispatch(): void {
    this.#assign()
    if (this.#isComplete || this.#waiting.quick.size + this.#waiting.scan.size === 0) return
    this.#isComplete = true
    this.#refill()
    this.#assign()
  }

  #assign(): void {
    for (const reader of this.#readers) {
      if (reader.job || reader.thread.isDead) continue
      const job = this.#nextFor(reader.lane)
      if (job) void reader.run(job).then(() => this.#released())
    }
  }

  #released(): void {
    this.#dispatch()
    this.#noteIdle()
  }

  #nextFor(lane: Lane): ReadJob | undefined {
    const quick = () => this.#waiting.quick.take(always)
    const scan = () => this.#waiting.scan.take(this.#mayScan)
    if (lane === 'quick') return quick()
    return lane === 'scan' ? (scan() ?? quick()) : (quick() ?? scan())
  }

  readonly #mayScan = (project: string): boolean => {
    const running = this.#readers.filter(({ job }) => job?.kind === 'scan' && job.project === project)
    return running.length < this.#scansPerProjectMax
  }

  #giveUp(job: ReadJob, error: ServiceError): void {
    job.reject(error)
    this.#waiting[job.kind].remove(job)
    this.#readers.find((reader) => reader.job === job)?.cancel()
  }

  #tick(): void {
    const now = performance.now()
    const { timeoutMs, graceMs } = this.#options
    for (const job of this.#jobs()) {
      if (now - job.submittedAt > timeoutMs) this.#giveUp(job, timedOut(timeoutMs))
    }
    for (const reader of this.#readers) {
      if (reader.thread.isDead) this.#restartAt = now + RESTART_MS
      if (reader.isStuck(now, graceMs) || reader.thread.isDead) this.#replace(reader)
    }
    if (this.#isExhausted) this.#refuseWaiting()
    else if (now >= this.#restartAt) this.#refill()
    this.#addSpare(now)
    this.#removeSpares(now)
    this.#dispatch()
  }

  *#jobs(): Generator<ReadJob> {
    yield* this.#waiting.quick
    yield* this.#waiting.scan
    for (const { job } of this.#readers) if (job) yield job
  }

  #replace(reader: Reader): void {
    this.#readers = this.#readers.filter((other) => other !== reader)
    this.#stuck.add(reader)
    void reader.thread.retire().then(() => this.#stuck.delete(reader))
  }

  /** Starts missing threads. */
  #refill(): void {
    const has = (lane: Lane) => this.#readers.filter((reader) => reader.lane === lane).length
    const quick = 1 - has('quick')
    const scan = this.#isComplete ? this.#options.count - 1 - has('scan') : 0
    for (let missing = 0; missing < quick; missing++) this.#start('quick')
    for (let missing = 0; missing < scan; missing++) this.#start('scan')
  }

  #refuseWaiting(): void {
    for (const kind of ['quick', 'scan'] as const) {
      if (this.#hasReaderFor(kind)) continue
      for (const job of this.#waiting[kind]) this.#giveUp(job, allStuck())
    }
  }

  #start(lane: Lane): void {
    const reader = new Reader(lane, this.#data)
    // If it cannot start, its job fails with the reason, and the next tick replaces it.
    reader.thread.ready().catch(() => {})
    this.#readers.push(reader)
  }

  #addSpare(now: number): void {
    const spares = this.#readers.filter(({ lane }) => lane === 'spare').length
    if (spares >= SPARES_MAX || this.#isExhausted) return
    const isHeldUp = (kind: ReadKind) => {
      const job = this.#waiting[kind].peek(kind === 'scan' ? this.#mayScan : always)
      if (!job || now - job.submittedAt < SLOW_MS) return false
      const candidates = this.#readers.filter(({ lane }) => takes(lane, kind))
      return candidates.every((reader) => reader.job && reader.sinceMs(now) > SLOW_MS)
    }
    if (isHeldUp('quick') || isHeldUp('scan')) this.#start('spare')
  }

  #removeSpares(now: number): void {
    const isIdle = (reader: Reader) =>
      reader.lane === 'spare' && !reader.job && reader.sinceMs(now) > SPARE_IDLE_MS
    const idle = this.#readers.filter(isIdle)
    if (idle.length === 0) return
    this.#readers = this.#readers.filter((reader) => !idle.includes(reader))
    for (const reader of idle) void reader.thread.close()
  }

  #noteIdle(): void {
    if (this.#onIdle && this.load === 0) this.#onIdle()
  }
}

const always = () => true

const takes = (lane: Lane, kind: ReadKind): boolean => kind === 'quick' || lane !== 'quick'

const closing = () => new ServiceError('unavailable', 'The server is stopping', { retry_after_seconds: 5 })

const allStuck = () =>
  new ServiceError('unavailable', 'All reader threads are blocked by reads that do not end', {
    retry_after_seconds: 10,
  })

const timedOut = (timeoutMs: number) =>
  new ServiceError(
    'timeout',
    `The read was stopped after ${timeoutMs / 1000} s: narrow the filter or the time range, or ask for fewer rows`,
  )

/** Resolves when `work` has settled or `ms` have passed, whichever comes first. */
async function within(work: Promise<unknown>, ms: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const timeout = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms)
  })
  try {
    await Promise.race([work, timeout])
  } finally {
    clearTimeout(timer)
  }
}
