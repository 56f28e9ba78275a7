import { malformed, ServiceError } from '../../errors.ts'
import type { JsonText } from '../../json/text.ts'
import { rowDigest, tableDigest } from '../objects/digest.ts'
import { EditedList } from './edited-list.ts'

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
  /** The row that each update put in or took out. */
  readonly updated_row_digests: readonly string[]
}

/** Applies the updates, in their order, to a copy of the list. */
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

/** The row that an update touched; one that was taken out is known by its digest alone. */
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
