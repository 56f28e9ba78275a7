import type { ReadPage } from '../storage/port/pages.ts'
import type { Release } from './byte-budget.ts'

/** Small enough to stream, large enough not to chatter. */
export const PAGE_ROWS = 500
export const PAGE_BYTES = 1024 ** 2

/** How long a consumer may leave a page untouched before it is dropped, to be read again when it goes on. */
const IDLE_MS = 2_000
/** A page of fewer rows is not dropped: the row that the consumer is busy with may be most of it. */
const DROPPED_ROWS_MIN = 16

/** A page of more rows waits its turn: to write it keeps the process busy for milliseconds. */
const QUICK_ROWS_MAX = 64

export interface PagedSource<Key, Row> {
  /** The keys of the rows, in order, a list at a time. */
  readonly keys: Iterable<readonly Key[]> | AsyncIterable<readonly Key[]>
  /** The rows of these keys that fit. Rows that are larger than a usual page are asked for one by one. */
  readonly read: (keys: readonly Key[], bytesMax: number) => Promise<ReadPage<Row>>
  readonly keyOf: (row: Row) => Key
}

/** Reads rows a page at a time. `hold` is asked for the bytes of each page before it is read; the caller releases them. */
export async function* pages<Key, Row>(
  { keys, read }: PagedSource<Key, Row>,
  hold: (bytes: number) => Promise<Release>,
): AsyncGenerator<readonly Row[]> {
  let bytesMax = PAGE_BYTES
  for await (const list of keys) {
    for (let at = 0; at < list.length; ) {
      const asked = list.slice(at, at + PAGE_ROWS)
      await hold(bytesMax)
      const { rows, taken, next_bytes } = await readInTurn(asked, () => read(asked, bytesMax))
      yield rows
      at += taken
      bytesMax = Math.max(PAGE_BYTES, next_bytes)
    }
  }
}

function readInTurn<Result>(asked: readonly unknown[], reading: () => Promise<Result>): Promise<Result> {
  return asked.length > QUICK_ROWS_MAX ? inTurn(reading) : reading()
}

/**
 * Reads rows a page at a time, as the consumer takes them. `hold` is asked for the bytes of each page before it is read; they
 * are released when the consumer has taken the page or left.
 */
export async function* pagedRows<Key, Row>(
  { keys, read, keyOf }: PagedSource<Key, Row>,
  hold: (bytes: number) => Promise<Release>,
): AsyncGenerator<Row> {
  let bytesMax = PAGE_BYTES
  for await (const list of keys) {
    for (let at = 0; at < list.length; ) {
      const asked = list.slice(at, at + PAGE_ROWS)
      const held = new HeldPage<Row>(await hold(bytesMax))
      try {
        const { rows, taken, next_bytes } = await readInTurn(asked, () => read(asked, bytesMax))
        let done = 0
        held.fill(rows)
        for (let row = held.take(); row !== undefined; row = held.take()) {
          yield row
          done = asked.indexOf(keyOf(row), done) + 1
        }
        at += held.isDropped ? done : taken
        bytesMax = Math.max(PAGE_BYTES, next_bytes)
      } finally {
        held.release()
      }
    }
  }
}

/** The rows of a page that the consumer has not taken yet, and the bytes held for them. */
class HeldPage<Row> {
  readonly #release: Release
  #rows: readonly Row[] = []
  #taken = 0
  #timer: NodeJS.Timeout | undefined
  isDropped = false

  constructor(release: Release) {
    this.#release = release
  }

  fill(rows: readonly Row[]): void {
    this.#rows = rows
    if (rows.length < DROPPED_ROWS_MIN) return
    let takenBefore = -1
    this.#timer = setInterval(() => {
      if (this.#taken === takenBefore) this.#drop()
      takenBefore = this.#taken
    }, IDLE_MS)
    this.#timer.unref()
  }

  take(): Row | undefined {
    return this.#rows[this.#taken++]
  }

  release(): void {
    clearInterval(this.#timer)
    this.#release()
  }

  #drop(): void {
    this.isDropped = this.#taken < this.#rows.length
    this.#rows = []
    this.release()
  }
}

/** The items of a stream, each as `view` shows it, as they are taken. */
export async function* mapped<Item, View>(
  items: AsyncIterable<Item>,
  view: (item: Item) => View,
): AsyncGenerator<View> {
  for await (const item of items) yield view(item)
}

/** More at once would not be faster: there are about as many threads that read. */
const RUNNING_MAX = 4

let running = 0
const waiting: (() => void)[] = []

/**
 * Runs work that keeps the process busy for milliseconds once it has its data, such as reading a page of rows: a few at a time, and
 * each start in a turn of its own of the event loop. A hundred streams that all have something to do would otherwise leave no
 * time for new requests.
 */
async function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
  if (running < RUNNING_MAX) running += 1
  else await new Promise<void>((resolve) => waiting.push(resolve))
  try {
    return await work()
  } finally {
    const next = waiting.shift()
    if (next) setImmediate(next)
    else running -= 1
  }
}
