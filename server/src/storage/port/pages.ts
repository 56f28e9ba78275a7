/** Rows read from the front of a list of keys: as many as fit into a given number of bytes. */
export interface ReadPage<Row> {
  readonly rows: readonly Row[]
  /** Number of leading keys that were handled, including keys without a row. */
  readonly taken: number
  /** Bytes of the next row, which did not fit; 0 if all keys were handled. */
  readonly next_bytes: number
}

/** Limits of a page of calls. */
export interface CallLimits {
  readonly bytesMax: number
  /** Characters of inputs and of the output, which are cut. */
  readonly payloadMax?: number
}

/** Bytes that one character may take. */
export const UTF8_BYTES_MAX = 4

/** Limits of a page in rows and bytes. */
export interface ListLimits {
  readonly rowsMax: number
  readonly bytesMax: number
}

export interface ListPage<Row> {
  /** In the order of their keys. A row larger than `bytesMax` is a page of its own, so that every page makes progress. */
  readonly rows: readonly Row[]
  /** Where the next page starts; null after the last one, which may be empty. */
  readonly next: string | null
}

/**
 * Lists everything that a store holds of a project, page by page, including hidden and deleted rows if a faithful copy needs
 * them. Writing the list to another storage gives it the same contents: export, verification and migration to another
 * engine need nothing else.
 *
 * The list starts without a cursor. A cursor is opaque and stays valid across restarts; `invalid_request` is thrown if
 * it is not one. Pages are separate reads: rows that do not change meanwhile are listed exactly once; others are
 * listed in one of their states, or not at all if they are new or were removed.
 */
export type ListAll<Row> = (
  projectId: string,
  cursor: string | undefined,
  limits: ListLimits,
) => Promise<ListPage<Row>>
