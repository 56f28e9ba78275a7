import type { ReadPage } from '../storage/port/pages.ts'
import type { Release } from './byte-budget.ts'
import type { ReadBudget } from './read-budget.ts'

/** Rows and bytes per page: few enough to stream, enough to keep the number of reads low. */
export const PAGE_ROWS = 500
export const PAGE_BYTES = 1024 ** 2

/** A page that its consumer has not touched for this long is dropped, and read again when the consumer continues. */
const IDLE_MS = 2_000
/** Smaller pages are not dropped once a row was taken: the row being consumed may be most of the page. */
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
 * once the consumer has taken all of it or stops. The next page is read meanwhile, if memory is free.
 */
export async function* pagedRows<Key, Row>(
  source: PagedSource<Key, Row>,
  context: { readonly reads: ReadBudget; readonly signal: AbortSignal },
): AsyncGenerator<Row> {
  const queue = new PageQueue(source, context)
  let page = await queue.next()
  try {
    while (page) {
      page.dropWhenIdle()
      if (!page.isBeforeLargeRow) queue.readAhead(page)
      for (let row = page.take(); row !== undefined; row = page.take()) yield row
      page.release()
      if (page.isDropped) yield* pagedRows({ ...source, keys: [page.keysLeft] }, context)
      page = await queue.next()
    }
  } finally {
    page?.release()
    await queue.close()
  }
}

/** The pages of a stream, of which one may be read before it is asked for. */
class PageQueue<Key, Row> {
  readonly #reads: ReadBudget
  readonly #pages: AsyncGenerator<HeldPage<Key, Row>>
  #ahead: Promise<IteratorResult<HeldPage<Key, Row>>> | undefined
  /** Memory for the page that is read ahead, until its reader takes it. */
  #reserved: Release | undefined

  constructor(
    source: PagedSource<Key, Row>,
    { reads, signal }: { readonly reads: ReadBudget; readonly signal: AbortSignal },
  ) {
    this.#reads = reads
    const hold = async (bytes: number) => this.#takeReserved() ?? reads.acquire(bytes, signal)
    this.#pages = pages(source, reads, hold, source.pageBytesMax)
  }

  async next(): Promise<HeldPage<Key, Row> | undefined> {
    const ahead = this.#ahead
    this.#ahead = undefined
    const { value, done } = await (ahead ?? this.#pages.next())
    return done ? undefined : value
  }

  /** Reads the page after one that is being taken. It is dropped like any other if the consumer does not go on. */
  readAhead(before: HeldPage<Key, Row>): void {
    this.#reserved = this.#reads.tryAcquire(PAGE_BYTES)
    if (!this.#reserved) return
    this.#ahead = this.#pages.next()
    const settle = () => this.#takeReserved()?.()
    // A failure is thrown by `next`, when the consumer asks for the page.
    this.#ahead.then(({ value }) => value?.dropWhenIdle(before)).then(settle, settle)
  }

  async close(): Promise<void> {
    const unread = await this.#ahead?.catch(() => undefined)
    if (!unread?.done) unread?.value.release()
    await this.#pages.return(undefined)
  }

  #takeReserved(): Release | undefined {
    const reserved = this.#reserved
    this.#reserved = undefined
    return reserved
  }
}

/** Reads rows page by page. `hold` acquires the bytes of each page before it is read; the consumer releases them. */
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
      const release = grown ?? (await hold(bytesMax))
      const reading = () => read(asked, grown ? grownBytes : bytesMax)
      const isQueued = asked.length > UNQUEUED_ROWS_MAX
      const found = await (isQueued ? reads.inTurn(reading) : reading()).catch((error: unknown) => {
        release()
        throw error
      })
      yield new HeldPage(asked, keyOf, release, found)
      const { taken, next_bytes } = found
      at += taken
      bytesMax = Math.max(PAGE_BYTES, next_bytes)
      grownBytes = Math.min(2 * grownBytes, pageBytesMax)
      const fit = taken / growth
      // Few large rows fit. Asking for many more would take longer than reading these.
      rowsMax = Math.min(PAGE_ROWS, taken < asked.length ? Math.ceil(fit * 1.25) + 1 : rowsMax * 2)
    }
  }
}

/** The rows of a page that the consumer has not taken yet, and the bytes held for them. */
class HeldPage<Key, Row> {
  readonly #keys: readonly Key[]
  readonly #keyOf: (row: Row) => Key
  readonly #release: Release
  readonly isBeforeLargeRow: boolean
  #rows: readonly Row[]
  #rowsTaken = 0
  /** The number of leading keys whose rows have been taken or do not exist. */
  #keysTaken = 0
  #timer: NodeJS.Timeout | undefined
  isDropped = false

  constructor(
    keys: readonly Key[],
    keyOf: (row: Row) => Key,
    release: Release,
    { rows, taken, next_bytes }: ReadPage<Row>,
  ) {
    this.#keys = keys.slice(0, taken)
    this.#keyOf = keyOf
    this.#release = release
    this.#rows = rows
    this.isBeforeLargeRow = next_bytes > PAGE_BYTES
  }

  /** Those whose rows were not taken. */
  get keysLeft(): readonly Key[] {
    return this.#keys.slice(this.#keysTaken)
  }

  take(): Row | undefined {
    const row = this.#rows[this.#rowsTaken++]
    if (row !== undefined) this.#keysTaken = this.#keys.indexOf(this.#keyOf(row), this.#keysTaken) + 1
    return row
  }

  /** `before` is the page that the consumer takes first: while it does, it is not idle. */
  dropWhenIdle(before?: HeldPage<Key, Row>): void {
    if (this.#timer) return
    let takenBefore = -1
    this.#timer = setInterval(() => {
      const taken = this.#rowsTaken + (before ? before.#rowsTaken : 0)
      const isKept = this.#rowsTaken > 0 && this.#rows.length < DROPPED_ROWS_MIN
      if (taken === takenBefore && !isKept) this.#drop()
      takenBefore = taken
    }, IDLE_MS)
    this.#timer.unref()
  }

  release(): void {
    clearInterval(this.#timer)
    this.#rows = []
    this.#release()
  }

  #drop(): void {
    this.isDropped = this.#rowsTaken < this.#rows.length
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
