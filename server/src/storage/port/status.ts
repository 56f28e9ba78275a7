export interface StorageStatus {
  readonly engine: string
  /** Null where the engine does not tell. */
  readonly database_bytes: number | null
  /** What is written and not yet folded into the database; null where there is no such thing. */
  readonly wal_bytes: number | null
  readonly writes_waiting: number
  readonly reads_waiting: number
  /** Writes answered since this process started, and how long the latest thousand took. */
  readonly writes_total: number
  readonly write_ms: { readonly p50: number | null; readonly p95: number | null }
  /** Parts of calls since this process started, and a second over the last minute. */
  readonly parts_total: number
  readonly parts_per_second: number
}
