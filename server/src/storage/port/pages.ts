/** Rows read from the front of a list of keys: as many as fit into a given number of bytes. */
export interface ReadPage<Row> {
  readonly rows: readonly Row[]
  /** How many keys, from the first, are done. Keys without a row count as done. */
  readonly taken: number
  /** Bytes of the next row, which did not fit; 0 when all keys are done. */
  readonly next_bytes: number
}
