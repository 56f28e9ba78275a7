export type SqlCell = string | number | null

/** A query with all the rows it may read. */
export interface SqlQuery {
  readonly sql: string
  /** Rows to return. */
  readonly limit: number
  readonly tables: readonly SqlTable[]
  /** Statements that create views of the tables. */
  readonly views: readonly string[]
}

interface SqlTable {
  readonly name: string
  /** Names with their types. */
  readonly columns: readonly string[]
  readonly rows: AsyncIterable<readonly SqlCell[]> | Iterable<readonly SqlCell[]>
}

export interface SqlResult {
  readonly columns: readonly string[]
  readonly rows: readonly (readonly SqlCell[])[]
  readonly has_more: boolean
}

/**
 * Runs SQL on a database of its own, which has nothing but the rows of the query. Throws `invalid_request` for wrong SQL,
 * `too_large` if it needs too much memory and `timeout` if it takes too long. Aborting the signal ends it at once.
 */
export interface SqlEngine {
  run(query: SqlQuery, signal: AbortSignal): Promise<SqlResult>
}
