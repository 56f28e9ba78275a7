import type { TableRow } from '../../domain/tables/table.ts'
import type { Expression, Page } from '../../query/expression.ts'
import type { ListAll, ReadPage } from './pages.ts'

export interface TableSearch extends Page {
  readonly project_id: string
  readonly digest: string
  /** Only these rows, with their duplicates in the table. */
  readonly row_digests?: readonly string[]
  /** On paths into `val`, the row. */
  readonly condition?: Expression
  /** Paths into the row. Empty means in the order of the table. Ties keep that order. */
  readonly sort: readonly { readonly path: readonly string[]; readonly direction: 'asc' | 'desc' }[]
}

/** A row at its position in a table. */
export interface PlacedRow extends TableRow {
  /** 0-based position in the whole table, regardless of filter and sort. */
  readonly original_index: number
}

/** A table and the rows it lists, in order; some may never have been stored. */
export interface ListedTable {
  readonly digest: string
  readonly row_digests: readonly string[]
}

export interface TableMeasure {
  readonly digest: string
  readonly count: number
  readonly size_bytes: number
}

/** Rows and tables are content-addressed per project: never changed, never removed. */
export interface TableStore {
  /** Stores rows, then the table that lists them. Either may exist already; a failure may leave rows without the table. */
  put(
    projectId: string,
    digest: string,
    rowDigests: readonly string[],
    rows: readonly TableRow[],
  ): Promise<void>

  /** Stores rows only; the tables that list them may be stored before or after. */
  putRows(projectId: string, rows: readonly TableRow[]): Promise<void>

  /** The table's list of rows, or undefined if the table is unknown. */
  rowDigests(projectId: string, digest: string): Promise<string[] | undefined>

  /**
   * The matching rows of the table, in order. A listed row that was never stored is skipped. Throws `too_large` rather
   * than read more than `bytesMax` of rows.
   */
  find(search: TableSearch, bytesMax?: number): Promise<PlacedRow[]>

  /** The positions (`original_index`) of the rows that `find` returns. */
  findPlaces(search: TableSearch): Promise<number[]>

  /**
   * The rows at these positions, in the given order, as many as fit into `bytesMax`, counting their values. A larger row
   * is never loaded: retry with a budget of at least `next_bytes`.
   */
  readPage(
    projectId: string,
    digest: string,
    places: readonly number[],
    bytesMax: number,
  ): Promise<ReadPage<PlacedRow>>

  /** The rows among these that are known, in no order. */
  rows(projectId: string, rowDigests: readonly string[]): Promise<TableRow[]>

  /** Unknown tables are left out. */
  measure(projectId: string, digests: readonly string[]): Promise<TableMeasure[]>

  readonly listAll: ListAll<ListedTable>

  /** Every stored row once, whichever tables list it. */
  readonly listAllRows: ListAll<TableRow>
}
