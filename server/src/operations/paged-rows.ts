import type { ReadPage } from '../storage/port/pages.ts'
import type { Release } from './byte-budget.ts'
import type { ReadBudget } from './read-budget.ts'

/** Rows and bytes per page: few enough to stream, enough to keep the number of reads low. */
export const PAGE_ROWS = 500
export const PAGE_BYTES = 1024 ** 2

/** A page that its consumer has not touched for this long is dropped, and read again when the consumer continues. */
const IDLE_MS = 2_000
/** Smaller pages are never dropped: the row being consumed may be most of the page. */
const DROPPED_ROWS_MIN = 16

/** Larger pages are queued: writing them blocks the event loop for milliseconds. */
const UNQUEUED_ROWS_MAX = 64

export interface PagedSource<Key, Row> {
  /** The keys of the rows, in order, in lists of any length. */
  readonly keys: Iterable<readonly Key[]> | AsyncIterable<readonly Key[]>
  /** Reads the leading rows that fit in `bytesMax`. A row larger than a page is requested on its own. */
  readonly read: (keys: readonly Key[], bytesMax: number) => Promise<ReadPage<Row>>
  readonly keyOf: (row: Row) => Key
  /** Pages of a long stream grow to this size, if memory allows it; `PAGE_BYTES` by default. */
  readonly pageBytesMax?: number | undefined
}

/**
 * Streams rows as the consumer takes them, a page at a time. The bytes of a page are acquired before it is read, and released
 * once the consumer has taken all of it or stops.
 */
export async function* pagedRows<Key, Row>(
  source: PagedSource<Key, Row>,
  context: { readonly reads: ReadBudget; readonly signal: AbortSignal },
): AsyncGenerator<Row> {
  const { reads } = context
  const hold = (bytes: number) => reads.acquire(bytes, context.signal)
  for await (const page of pages(source, reads, hold, source.pageBytesMax)) {
    page.dropWhenIdle()
    for (let row = page.take(); row !== undefined; row = page.take()) yield row
  }
}

/** Reads rows page by page. `hold` acquires the bytes of each page before it is read. */
export async function* pages<Key, Row>(
  { keys, read, keyOf }: PagedSource<Key, Row>,
  reads: ReadBudget,
  hold: (bytes: number) => Promise<Release>,
  pageBytesMax = PAGE_BYTES,
): AsyncGenerator<HeldPage<Key, Row>> {
  let bytesMax = PAGE_BYTES
  let rowsMax = PAGE_ROWS
  let grownBytes = PAGE_BYTES
  for await (const list of keys) {
    for (let at = 0; at < list.length; ) {
      // Never waits for more than it needs.
      const grown = grownBytes > bytesMax ? reads.tryAcquire(grownBytes) : undefined
      const growth = grown ? grownBytes / PAGE_BYTES : 1
      const asked = list.slice(at, at + Math.floor(rowsMax * growth))
      const page = new HeldPage(asked, keyOf, grown ?? (await hold(bytesMax)))
      try {
        const reading = () => read(asked, grown ? grownBytes : bytesMax)
        const { rows, taken, next_bytes } = await (asked.length > UNQUEUED_ROWS_MAX
          ? reads.inTurn(reading)
          : reading())
        page.fill(rows)
        yield page
        at += page.isDropped ? page.keysTaken : taken
        bytesMax = Math.max(PAGE_BYTES, next_bytes)
        grownBytes = Math.min(2 * grownBytes, pageBytesMax)
        const fit = taken / growth
        // Few large rows fit. Asking for many more would take longer than reading these.
        rowsMax = Math.min(PAGE_ROWS, taken < asked.length ? Math.ceil(fit * 1.25) + 1 : rowsMax * 2)
      } finally {
        page.release()
      }
    }
  }
}

/** The rows of a page that the consumer has not taken yet, and the bytes held for them. */
class HeldPage<Key, Row> {
  readonly #keys: readonly Key[]
  readonly #keyOf: (row: Row) => Key
  readonly #release: Release
  #rows: readonly Row[] = []
  #rowsTaken = 0
  #timer: NodeJS.Timeout | undefined
  /** The number of leading keys whose rows have been taken or do not exist. */
  keysTaken = 0
  isDropped = false

  constructor(keys: readonly Key[], keyOf: (row: Row) => Key, release: Release) {
    this.#keys = keys
    this.#keyOf = keyOf
    this.#release = release
  }

  fill(rows: readonly Row[]): void {
    this.#rows = rows
  }

  take(): Row | undefined {
    const row = this.#rows[this.#rowsTaken++]
    if (row !== undefined) this.keysTaken = this.#keys.indexOf(this.#keyOf(row), this.keysTaken) + 1
    return row
  }

  dropWhenIdle(): void {
    if (this.#rows.length < DROPPED_ROWS_MIN) return
    let takenBefore = -1
    this.#timer = setInterval(() => {
      if (this.#rowsTaken === takenBefore) this.#drop()
      takenBefore = this.#rowsTaken
    }, IDLE_MS)
    this.#timer.unref()
  }

  release(): void {
    clearInterval(this.#timer)
    this.#release()
  }

  #drop(): void {
    this.isDropped = this.#rowsTaken < this.#rows.length
    this.#rows = []
    this.release()
  }
}

/** Maps the items of a stream as they are consumed. */
export async function* mapped<Item, View>(
  items: AsyncIterable<Item>,
  view: (item: Item) => View,
): AsyncGenerator<View> {
  for await (const item of items) yield view(item)
}
