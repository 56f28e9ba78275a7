import { batchesOf } from '../../batches.ts'
import { malformed, ServiceError } from '../../errors.ts'
import type { JsonText } from '../../json/text.ts'
import { rowDigest, tableDigest } from '../objects/digest.ts'

export interface TableRow {
  readonly digest: string
  readonly val: JsonText
}

/** Rows, and the digest of their list. */
export interface Table {
  readonly digest: string
  readonly row_digests: readonly string[]
  readonly rows: readonly TableRow[]
}

export const newRow = (val: JsonText, digestOf: (row: JsonText) => string = rowDigest): TableRow => ({
  digest: digestOf(val),
  val,
})

export function newTable(rows: readonly TableRow[]): Table {
  const row_digests = rows.map(({ digest }) => digest)
  return { digest: tableDigest(row_digests), row_digests, rows }
}

/** One change of a table: exactly one of the three. */
export interface TableUpdate {
  readonly append?: { readonly row: JsonText }
  readonly pop?: { readonly index: number }
  readonly insert?: { readonly index: number; readonly row: JsonText }
}

/** A table after updates. Its `rows` are the new ones only. */
export interface UpdatedTable extends Table {
  /** The row that each update inserted or removed. */
  readonly updated_row_digests: readonly string[]
}

/** Applies the updates in order, to a copy of the list. */
export function updatedTable(base: readonly string[], updates: readonly TableUpdate[]): UpdatedTable {
  const edited = new EditedList(base)
  const touched = updates.map((update, index) => apply(update, edited, ['updates', index]))
  const row_digests = edited.toArray()
  return {
    digest: tableDigest(row_digests),
    row_digests,
    rows: touched.flatMap(({ digest, val }) => (val ? [{ digest, val }] : [])),
    updated_row_digests: touched.map(({ digest }) => digest),
  }
}

/** The row that an update inserted or removed; of a removed one, only the digest is known. */
type TouchedRow = Pick<TableRow, 'digest'> & Partial<TableRow>

type Place = readonly (string | number)[]

function apply({ append, pop, insert }: TableUpdate, rowDigests: EditedList<string>, at: Place): TouchedRow {
  if (append && !pop && !insert) return putIn(rowDigests, rowDigests.length, append.row, at)
  if (insert && !pop && !append) return putIn(rowDigests, insert.index, insert.row, at)
  if (pop && !append && !insert) return takeOut(rowDigests, pop.index, at)
  const msg = 'must have exactly one of append, pop and insert'
  throw malformed([{ loc: ['body', ...at], msg, type: 'value_error' }])
}

function takeOut(rowDigests: EditedList<string>, index: number, at: Place): TouchedRow {
  const digest = rowDigests.remove(index)
  if (digest === undefined) throw outOfRange(index, at)
  return { digest }
}

function putIn(rowDigests: EditedList<string>, index: number, val: JsonText, at: Place): TouchedRow {
  if (index < 0 || index > rowDigests.length) throw outOfRange(index, at)
  const row = newRow(val)
  rowDigests.insert(index, row.digest)
  return row
}

function outOfRange(index: number, at: Place): ServiceError {
  return new ServiceError('invalid_request', `${at.join('.')}: index ${index} is outside the table`)
}

/**
 * A long list for many single insertions and removals. It is kept in chunks, so that an edit in the middle of a million
 * items does not move half of them.
 */
export class EditedList<Item> {
  readonly #chunks: Item[][]
  #length: number

  constructor(items: readonly Item[]) {
    this.#length = items.length
    this.#chunks = [...batchesOf(items, CHUNK_LENGTH)]
  }

  get length(): number {
    return this.#length
  }

  /** `index` is from 0 to the length of the list. */
  insert(index: number, item: Item): void {
    const { at, within } = this.#find(index)
    const chunk = this.#chunks[at]
    this.#length++
    if (chunk === undefined) {
      this.#chunks.push([item])
      return
    }
    chunk.splice(within, 0, item)
    if (chunk.length > 2 * CHUNK_LENGTH) this.#chunks.splice(at + 1, 0, chunk.splice(CHUNK_LENGTH))
  }

  /** Undefined if there is no such item. */
  remove(index: number): Item | undefined {
    if (index < 0 || index >= this.#length) return undefined
    // The item at an index is in the chunk that an item at the next index would be inserted into.
    const { at, within } = this.#find(index + 1)
    const chunk = this.#chunks[at] ?? []
    const [item] = chunk.splice(within - 1, 1)
    this.#length--
    if (chunk.length === 0) this.#chunks.splice(at, 1)
    return item
  }

  toArray(): Item[] {
    return this.#chunks.flat()
  }

  /** The chunk into which an item at `index` is inserted, which may be one past the last, and its index there. */
  #find(index: number): { readonly at: number; readonly within: number } {
    let within = index
    for (const [at, { length }] of this.#chunks.entries()) {
      if (within <= length) return { at, within }
      within -= length
    }
    return { at: this.#chunks.length, within }
  }
}

const CHUNK_LENGTH = 1024
