import { ServiceError } from '../errors.ts'
import { JsonText } from '../json/text.ts'
import type { ByteBudget, Release } from './byte-budget.ts'
import { PAGE_BYTES, type PagedSource, pages } from './paged-rows.ts'

interface ReplyBudgetOptions {
  /** What a list may have in one JSON document. */
  readonly bytesMax: number
  /** Shared by all requests. */
  readonly budget: ByteBudget
  /** Aborted when the client has left. Asked for only by those who have to wait. */
  readonly signal: () => AbortSignal
  /** Whether the client has left. */
  readonly isClosed: () => boolean
}

/** Lists are read with a small limit first, so that only those who need it hold much. */
const FIRST_LIMITS = [PAGE_BYTES, 8 * PAGE_BYTES]

/** Replies below this size hold nothing of the budget while they are sent. */
const SENT_FREE_BYTES = 256 * 1024

/**
 * What one request gathers for a reply in one JSON document. Lists beyond the limit are refused before they are in memory; one
 * item alone is not. Everything is held until `release`.
 */
export class ReplyBudget {
  readonly #options: ReplyBudgetOptions
  readonly #releases: Release[] = []
  #held = 0
  #used = 0

  constructor(options: ReplyBudgetOptions) {
    this.#options = options
  }

  /** All rows of a source. Throws `too_large` when they are over the limit. */
  async gather<Key, Row extends object>(source: PagedSource<Key, Row>): Promise<Row[]> {
    const rows: Row[] = []
    for await (const page of pages(source, (bytes) => this.#holdPage(bytes, rows.length))) {
      for (const row of page) {
        rows.push(row)
        this.#used += textLength(row)
        if (rows.length > 1 && this.#used > this.#options.bytesMax) throw this.#tooLarge()
      }
    }
    this.#settle()
    return rows
  }

  /** What `load` reads with a limit of its choice up to that of the reply. `load` throws `too_large` when it reaches the limit. */
  async read<Result>(load: (bytesMax: number) => Promise<Result>): Promise<Result> {
    const rest = Math.max(0, this.#options.bytesMax - this.#used)
    for (const limit of [...FIRST_LIMITS.filter((first) => first < rest), rest]) {
      await this.hold(limit)
      const result = await load(limit).catch(ifTooLarge)
      if (result === TOO_LARGE) continue
      this.add(result)
      this.#settle()
      return result
    }
    throw this.#tooLarge()
  }

  /** Counts what will be in the reply. Throws `too_large` when that is over the limit. */
  add(value: unknown): void {
    this.#used += textLength(value)
    if (this.#used > this.#options.bytesMax) throw this.#tooLarge()
  }

  /** Makes sure that so much more may be in memory, whatever the limit: for an item whose size is known. */
  async hold(bytes: number): Promise<Release> {
    const missing = this.#used + bytes - this.#held
    if (missing > 0) await this.#acquire(Math.max(missing, this.#held))
    return KEPT
  }

  release(): void {
    for (const release of this.#releases.splice(0)) release()
    this.#held = 0
  }

  async #holdPage(bytes: number, rowsBefore: number): Promise<Release> {
    // The size of a page is only a guess, but that of a large row is known.
    const isOver = bytes > PAGE_BYTES && this.#used + bytes > this.#options.bytesMax
    if (rowsBefore > 0 && isOver) throw this.#tooLarge()
    return this.hold(bytes)
  }

  /** Only the first one waits: those who hold something and wait for more could wait for each other. */
  async #acquire(bytes: number): Promise<void> {
    const { budget, signal, isClosed } = this.#options
    const release =
      budget.tryAcquire(bytes) ??
      (this.#held === 0 ? await budget.acquire(bytes, signal()) : budget.acquireNow(bytes))
    this.#releases.push(release)
    this.#held += bytes
    if (isClosed()) this.release()
  }

  #settle(): void {
    if (this.#used < SENT_FREE_BYTES) this.release()
  }

  #tooLarge(): ServiceError {
    return new ServiceError(
      'too_large',
      `The reply would be over ${sizeText(this.#options.bytesMax)}: ask for fewer rows (limit), fewer columns, or stream it`,
    )
  }
}

const KEPT: Release = () => {}

const TOO_LARGE = Symbol('too large')

function ifTooLarge(error: unknown): typeof TOO_LARGE {
  if (error instanceof ServiceError && error.code === 'too_large') return TOO_LARGE
  throw error
}

const sizeText = (bytes: number): string =>
  bytes >= 1024 ** 2 ? `${Math.round(bytes / 1024 ** 2)} MiB` : `${Math.round(bytes / 1024)} KiB`

/** About how long a value will be as JSON: what it has in texts, and a little for everything else. */
function textLength(value: unknown): number {
  if (typeof value === 'string') return value.length
  if (value instanceof JsonText) return value.text.length
  if (typeof value !== 'object' || value === null) return OTHER_LENGTH
  let length = OTHER_LENGTH
  const items = value instanceof Map || Array.isArray(value) ? value.values() : Object.values(value)
  for (const item of items) length += OTHER_LENGTH + textLength(item)
  return length
}

const OTHER_LENGTH = 8
