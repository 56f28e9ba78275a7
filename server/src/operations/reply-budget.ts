import { ServiceError, unlessTooLarge } from '../errors.ts'
import { JsonBytes } from '../json/bytes.ts'
import { JsonText } from '../json/text.ts'
import { mapInTurns } from '../turns.ts'
import type { Release } from './byte-budget.ts'
import { PAGE_BYTES, type PagedSource, pages } from './paged-rows.ts'
import type { ReadBudget } from './read-budget.ts'

interface ReplyBudgetOptions {
  /** Limit for a list in one JSON document. */
  readonly bytesMax: number
  /** Shared by all requests. */
  readonly budget: ReadBudget
  /** Aborted when the client disconnects. A function, since only requests that have to wait need it. */
  readonly signal: () => AbortSignal
  /** Whether the client has disconnected. */
  readonly isClosed: () => boolean
}

/** Lists are read with a small limit first, so that only large ones hold much memory. */
const FIRST_LIMITS = [PAGE_BYTES, 8 * PAGE_BYTES]

/** Replies below this size release their bytes before they are sent. */
const SENT_FREE_BYTES = 256 * 1024

/**
 * Memory that one request uses for a reply in one JSON document. A list over the limit fails before it is in memory; a
 * single item never does. Everything is held until `release`.
 */
export class ReplyBudget {
  readonly #options: ReplyBudgetOptions
  readonly #releases: Release[] = []
  #held = 0
  #used = 0

  constructor(options: ReplyBudgetOptions) {
    this.#options = options
  }

  /** Reads all rows of a source. Throws `too_large` when they are over the limit. */
  async gather<Key, Row extends object>(source: PagedSource<Key, Row>): Promise<Row[]> {
    const rows: Row[] = []
    const hold = (bytes: number) => this.#holdPage(bytes, rows.length)
    for await (const page of pages(source, this.#options.budget, hold)) {
      for (let row = page.take(); row !== undefined; row = page.take()) {
        rows.push(row)
        this.#used += textLength(row)
        if (rows.length > 1 && this.#used > this.#options.bytesMax)
          throw replyTooLarge(this.#options.bytesMax)
      }
    }
    this.#settle()
    return rows
  }

  /** Calls `load` with growing limits up to that of the reply, until it no longer throws `too_large`. */
  async read<Result>(load: (bytesMax: number) => Promise<Result>): Promise<Result> {
    const rest = Math.max(0, this.#options.bytesMax - this.#used)
    for (const limit of [...FIRST_LIMITS.filter((first) => first < rest), rest]) {
      await this.hold(limit)
      const loaded = await unlessTooLarge(load(limit).then((result) => ({ result })))
      if (!loaded) continue
      const { result } = loaded
      for (const length of await mapInTurns(Array.isArray(result) ? result : [result], textLength)) {
        this.#count(length)
      }
      this.#settle()
      return result
    }
    throw replyTooLarge(this.#options.bytesMax)
  }

  /** Counts a value towards the reply. Throws `too_large` when the reply is over the limit. */
  add(value: unknown): void {
    this.#count(textLength(value))
  }

  #count(length: number): void {
    this.#used += length
    if (this.#used > this.#options.bytesMax) throw replyTooLarge(this.#options.bytesMax)
  }

  /** Acquires memory for an item whose size is known, regardless of the limit for lists. */
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
    // Above the page size, `bytes` is the exact size of a single large row.
    const isOver = bytes > PAGE_BYTES && this.#used + bytes > this.#options.bytesMax
    if (rowsBefore > 0 && isOver) throw replyTooLarge(this.#options.bytesMax)
    return this.hold(bytes)
  }

  /** Waits only while it holds nothing: requests that hold memory and wait for more could deadlock. */
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
}

export const replyTooLarge = (bytesMax: number): ServiceError =>
  new ServiceError(
    'too_large',
    `The reply would be over ${sizeText(bytesMax)}: ask for fewer rows (limit), fewer columns, or stream it`,
  )

const KEPT: Release = () => {}

const sizeText = (bytes: number): string =>
  bytes >= 1024 ** 2 ? `${Math.round(bytes / 1024 ** 2)} MiB` : `${Math.round(bytes / 1024)} KiB`

/** Estimates the length of a value as JSON: its strings, and a little for everything else. */
function textLength(value: unknown): number {
  if (typeof value === 'string') return value.length
  if (value instanceof JsonText) return value.text.length
  if (value instanceof JsonBytes) return value.bytes.length
  if (typeof value !== 'object' || value === null) return OTHER_LENGTH
  let length = OTHER_LENGTH
  const items = value instanceof Map || Array.isArray(value) ? value.values() : Object.values(value)
  for (const item of items) length += OTHER_LENGTH + textLength(item)
  return length
}

const OTHER_LENGTH = 8
