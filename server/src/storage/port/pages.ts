/** Rows read from the front of a list of keys: as many as fit into a given number of bytes. */
export interface ReadPage<Row> {
  readonly rows: readonly Row[]
  /** How many keys, from the first, are done. Keys without a row count as done. */
  readonly taken: number
  /** Bytes of the next row, which did not fit; 0 when all keys are done. */
  readonly next_bytes: number
}

/** A page ends when it has this many rows, or before the row that would take it over this many bytes. */
export interface ListLimits {
  readonly rowsMax: number
  readonly bytesMax: number
}

export interface ListPage<Row> {
  /** In the order of their keys. A row larger than `bytesMax` comes alone, so that every page makes progress. */
  readonly rows: readonly Row[]
  /** Where the next page starts; null after the last one, which may be empty. */
  readonly next: string | null
}

/**
 * Everything that a store holds of a project, page by page, hidden and deleted things included where a faithful copy needs
 * them. Writing what is listed to another storage gives it the same contents: export, verification and a move to another
 * engine need nothing else.
 *
 * The list starts without a cursor. A cursor is opaque, stays valid across restarts, and is refused as `invalid_request` if
 * it is not one. Pages are separate reads: what nobody writes meanwhile is listed exactly once; what is written meanwhile is
 * listed in one of its states, or not at all if it is new or was removed.
 */
export type ListAll<Row> = (
  projectId: string,
  cursor: string | undefined,
  limits: ListLimits,
) => Promise<ListPage<Row>>
