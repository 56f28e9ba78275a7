import { expect, test, vi } from 'vitest'
import type { ReadPage } from '../storage/port/pages.ts'
import type { Release } from './byte-budget.ts'
import { PAGE_BYTES, PAGE_ROWS, pagedRows } from './paged-rows.ts'
import { ReadBudget } from './read-budget.ts'

const SIGNAL = new AbortController().signal

class RecordingBudget extends ReadBudget {
  readonly acquired: number[] = []

  override acquire(bytes: number): Promise<Release> {
    this.acquired.push(bytes)
    return super.acquire(bytes)
  }
}

interface Row {
  readonly key: string
}

/** Rows of these sizes, with their position as key. */
function sourceOf(sizes: readonly number[]) {
  const reads: { readonly keys: number; readonly bytesMax: number }[] = []
  const keys = sizes.map((_, at) => `row ${at}`)
  async function read(asked: readonly string[], bytesMax: number): Promise<ReadPage<Row>> {
    reads.push({ keys: asked.length, bytesMax })
    const rows: Row[] = []
    let bytes = 0
    for (const key of asked) {
      const next_bytes = sizes[keys.indexOf(key)] ?? 0
      bytes += next_bytes
      if (bytes > bytesMax) return { rows, taken: rows.length, next_bytes }
      rows.push({ key })
    }
    return { rows, taken: asked.length, next_bytes: 0 }
  }
  return { keys, reads, source: { keys: [keys], read, keyOf: ({ key }: Row) => key } }
}

/** Resolves when what was started has been read. */
const settled = () => new Promise((resolve) => setImmediate(resolve))

async function keysOf(rows: AsyncIterable<Row>): Promise<string[]> {
  const keys: string[] = []
  for await (const { key } of rows) keys.push(key)
  return keys
}

test('rows are read in order, in pages of limited size', async () => {
  const { keys, reads, source } = sourceOf(Array.from({ length: 1200 }, () => 10))
  const budget = new ReadBudget({ bytesMax: 10 * PAGE_BYTES })

  const found = await keysOf(pagedRows(source, { reads: budget, signal: SIGNAL }))

  expect(found).toEqual(keys)
  expect(reads).toEqual([PAGE_ROWS, PAGE_ROWS, 200].map((count) => ({ keys: count, bytesMax: PAGE_BYTES })))
  expect(budget.held).toBe(0)
})

test('pages of a long stream grow as far as the source wants, and only while memory is free', async () => {
  const sizes = Array.from({ length: 4500 }, () => 2048)
  const { keys, reads, source } = sourceOf(sizes)
  const growing = { ...source, pageBytesMax: 4 * PAGE_BYTES }

  // Two pages are held at a time.
  const budget = new ReadBudget({ bytesMax: 12 * PAGE_BYTES })
  const found = await keysOf(pagedRows(growing, { reads: budget, signal: SIGNAL }))
  const free = reads.splice(0).map(({ bytesMax }) => bytesMax / PAGE_BYTES)
  budget.acquireNow(8 * PAGE_BYTES)
  await keysOf(pagedRows(growing, { reads: budget, signal: SIGNAL }))

  expect(found).toEqual(keys)
  expect(free).toEqual([1, 2, 4, 4])
  expect(new Set(reads.map(({ bytesMax }) => bytesMax))).toEqual(new Set([PAGE_BYTES]))
})

test('a row larger than a page is read alone, after its bytes are acquired', async () => {
  const large = 5 * PAGE_BYTES
  const { keys, source } = sourceOf([10, large, 10, large])
  const budget = new RecordingBudget({ bytesMax: 100 * PAGE_BYTES })

  const rows = await keysOf(pagedRows(source, { reads: budget, signal: SIGNAL }))

  expect(rows).toEqual(keys)
  expect(budget.acquired.filter((bytes) => bytes === large)).toHaveLength(2)
})

test('many concurrent streams leave time for everything else', async () => {
  const reads = new ReadBudget({ bytesMax: 100 * PAGE_BYTES })
  const streams = Array.from({ length: 20 }, () => {
    const { source } = sourceOf(Array.from({ length: 5 * PAGE_ROWS }, () => 10))
    return keysOf(pagedRows(source, { reads, signal: SIGNAL }))
  })
  let turns = 0
  let isOver = false
  const count = () => {
    turns += 1
    if (!isOver) setImmediate(count)
  }
  count()

  await Promise.all(streams)
  isOver = true

  // Twenty streams have a hundred pages, of which four are read at a time.
  expect(turns).toBeGreaterThan(20)
})

test('a consumer that stops early releases the bytes of its page', async () => {
  const { source } = sourceOf([10, 10])
  const budget = new ReadBudget({ bytesMax: PAGE_BYTES })

  for await (const _ of pagedRows(source, { reads: budget, signal: SIGNAL })) break

  expect(budget.held).toBe(0)
})

test('the next page is read while a page is taken, unless memory is short', async () => {
  const { keys, reads, source } = sourceOf(Array.from({ length: 2 * PAGE_ROWS }, () => 10))
  const readPages = async (budget: ReadBudget) => {
    const rows = pagedRows(source, { reads: budget, signal: SIGNAL })
    await rows.next()
    await settled()
    const early = reads.length
    const rest = await keysOf(rows)
    return { early, held: budget.held, rest: rest.length, pages: reads.splice(0).length }
  }

  const roomy = await readPages(new ReadBudget({ bytesMax: 2 * PAGE_BYTES }))
  const scarce = await readPages(new ReadBudget({ bytesMax: PAGE_BYTES }))

  expect(roomy).toEqual({ early: 2, held: 0, rest: keys.length - 1, pages: 2 })
  expect(scarce).toEqual({ early: 1, held: 0, rest: keys.length - 1, pages: 2 })
})

test('a consumer that stops releases the page that was read ahead', async () => {
  const { reads, source } = sourceOf(Array.from({ length: 3 * PAGE_ROWS }, () => 10))
  const budget = new ReadBudget({ bytesMax: 10 * PAGE_BYTES })

  for await (const _ of pagedRows(source, { reads: budget, signal: SIGNAL })) break

  expect(reads).toHaveLength(2)
  expect(budget.held).toBe(0)
})

test('the consumer gets all rows before a page that cannot be read', async () => {
  const { keys, source } = sourceOf(Array.from({ length: 2 * PAGE_ROWS }, () => 10))
  const budget = new ReadBudget({ bytesMax: 10 * PAGE_BYTES })
  const taken: string[] = []
  const failing: typeof source = {
    ...source,
    read: (asked, bytesMax) =>
      asked[0] === keys[0] ? source.read(asked, bytesMax) : Promise.reject(new Error('unreadable')),
  }

  const reading = async () => {
    for await (const { key } of pagedRows(failing, { reads: budget, signal: SIGNAL })) {
      await settled()
      taken.push(key)
    }
  }

  await expect(reading()).rejects.toThrow('unreadable')
  expect(taken).toEqual(keys.slice(0, PAGE_ROWS))
  expect(budget.held).toBe(0)
})

test('an idle page and the one that was read ahead are dropped, and read again', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  try {
    const { keys, reads, source } = sourceOf(Array.from({ length: PAGE_ROWS + 10 }, () => 10))
    const budget = new ReadBudget({ bytesMax: 10 * PAGE_BYTES })
    const rows = pagedRows(source, { reads: budget, signal: SIGNAL })
    const first = (await rows.next()).value?.key
    await settled()
    expect(budget.held).toBe(2 * PAGE_BYTES)

    vi.advanceTimersByTime(60_000)
    expect(budget.held).toBe(0)
    const rest = await keysOf(rows)

    expect([first, ...rest]).toEqual(keys)
    expect(reads.map((read) => read.keys)).toEqual([PAGE_ROWS, 10, PAGE_ROWS - 1, 10])
  } finally {
    vi.useRealTimers()
  }
})

test('the page that was read ahead is kept while a slow consumer takes the page before', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  try {
    const { keys, reads, source } = sourceOf(Array.from({ length: PAGE_ROWS + 10 }, () => 10))
    const budget = new ReadBudget({ bytesMax: 10 * PAGE_BYTES })
    const taken: string[] = []
    for await (const { key } of pagedRows(source, { reads: budget, signal: SIGNAL })) {
      taken.push(key)
      await settled()
      vi.advanceTimersByTime(1_900)
    }

    expect(taken).toEqual(keys)
    expect(reads.map((read) => read.keys)).toEqual([PAGE_ROWS, 10])
  } finally {
    vi.useRealTimers()
  }
})

test('an idle page is dropped, and its remaining rows are read again when the consumer continues', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  try {
    const { keys, reads, source } = sourceOf(Array.from({ length: 100 }, () => 10))
    const budget = new ReadBudget({ bytesMax: PAGE_BYTES })
    const rows = pagedRows(source, { reads: budget, signal: SIGNAL })
    const first = [await rows.next(), await rows.next()].map(({ value }) => value?.key)
    expect(budget.held).toBe(PAGE_BYTES)

    vi.advanceTimersByTime(60_000)
    expect(budget.held).toBe(0)
    const rest = await keysOf(rows)

    expect([...first, ...rest]).toEqual(keys)
    expect(reads.map((read) => read.keys)).toEqual([100, 98])
  } finally {
    vi.useRealTimers()
  }
})
