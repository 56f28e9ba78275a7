import { abandoned, ServiceError } from '../errors.ts'

/** Returns the bytes to the budget. Idempotent. */
export type Release = () => void

interface BudgetOptions {
  readonly bytesMax: number
  /** How long an acquisition waits before it fails. */
  readonly waitMs?: number
  /** The part of the budget that only small acquisitions may use; a quarter by default. */
  readonly smallShare?: number
}

interface Waiting {
  readonly bytes: number
  readonly admit: (release: Release) => void
}

/** Acquisitions up to this size are small. */
const SMALL_BYTES_MAX = 1024 ** 2
const SMALL_SHARE = 0.25

const WAIT_MS = 10_000
const RETRY_AFTER_SECONDS = 5

/**
 * Memory that requests share. A request acquires bytes before it uses them, and queues while others hold too much. Large and
 * small acquisitions queue separately, so that a few large ones do not block everyone else. One that is larger than the budget
 * gets all that large ones may use.
 */
export class ByteBudget {
  readonly #bytesMax: number
  readonly #largeBytesMax: number
  readonly #waitMs: number
  readonly #large: Waiting[] = []
  readonly #small: Waiting[] = []
  #held = 0

  constructor({ bytesMax, waitMs = WAIT_MS, smallShare = SMALL_SHARE }: BudgetOptions) {
    this.#bytesMax = bytesMax
    this.#largeBytesMax = bytesMax * (1 - smallShare)
    this.#waitMs = waitMs
  }

  /** Bytes that are acquired and not yet released. */
  get held(): number {
    return this.#held
  }

  /** Returns undefined if it would have to wait. */
  tryAcquire(bytes: number): Release | undefined {
    const wanted = this.#limited(bytes)
    return this.#lineOf(wanted).length === 0 && this.#fits(wanted) ? this.#take(wanted) : undefined
  }

  /** Throws `unavailable` if it would have to wait. */
  acquireNow(bytes: number): Release {
    const release = this.tryAcquire(bytes)
    if (release) return release
    throw busy()
  }

  /** Waits in the queue. Throws `unavailable` after `waitMs`, and `abandoned` once `signal` is aborted. */
  async acquire(bytes: number, signal?: AbortSignal): Promise<Release> {
    if (signal?.aborted) throw abandoned()
    return this.tryAcquire(bytes) ?? this.#wait(this.#limited(bytes), signal)
  }

  #wait(bytes: number, signal: AbortSignal | undefined): Promise<Release> {
    const line = this.#lineOf(bytes)
    return new Promise((resolve, reject) => {
      const settle = () => {
        clearTimeout(timer)
        signal?.removeEventListener('abort', abort)
      }
      const admit = (release: Release) => {
        settle()
        resolve(release)
      }
      const waiting: Waiting = { bytes, admit }
      const refuse = (error: Error) => {
        settle()
        line.splice(line.indexOf(waiting), 1)
        reject(error)
        this.#admit()
      }
      const abort = () => refuse(abandoned())
      const timer = setTimeout(() => refuse(busy()), this.#waitMs)
      signal?.addEventListener('abort', abort)
      line.push(waiting)
    })
  }

  #take(bytes: number): Release {
    this.#held += bytes
    let isHeld = true
    return () => {
      if (!isHeld) return
      isHeld = false
      this.#held -= bytes
      this.#admit()
    }
  }

  #admit(): void {
    for (const line of [this.#small, this.#large]) {
      for (let first = line[0]; first && this.#fits(first.bytes); first = line[0]) {
        line.shift()
        first.admit(this.#take(first.bytes))
      }
    }
  }

  #limited(bytes: number): number {
    return Math.min(bytes, this.#isLarge(bytes) ? this.#largeBytesMax : this.#bytesMax)
  }

  #fits(bytes: number): boolean {
    return this.#held + bytes <= (this.#isLarge(bytes) ? this.#largeBytesMax : this.#bytesMax)
  }

  #isLarge(bytes: number): boolean {
    return bytes > SMALL_BYTES_MAX && this.#largeBytesMax > SMALL_BYTES_MAX
  }

  #lineOf(bytes: number): Waiting[] {
    return this.#isLarge(bytes) ? this.#large : this.#small
  }
}

function busy(): ServiceError {
  return new ServiceError('unavailable', 'Too many large requests at once: try again in a few seconds', {
    retry_after_seconds: RETRY_AFTER_SECONDS,
  })
}
