export interface StorageStatus {
  readonly engine: string
  /** Null if the engine does not know. */
  readonly database_bytes: number | null
  /** Durable, but not yet merged into the database; null if the engine does not merge. */
  readonly pending_bytes: number | null
  /** Left on the disk of the database. Absent if the engine does not know. */
  readonly disk_free_bytes?: number
  readonly writes_waiting: number
  readonly reads_waiting: number
  /** Writes answered since this process started, and how long the latest thousand took. */
  readonly writes_total: number
  readonly write_ms: { readonly p50: number | null; readonly p95: number | null }
  /** Parts of calls since this process started, and per second over the last minute. */
  readonly parts_total: number
  readonly parts_per_second: number
}

/** Receives the duration of every read and write that succeeds, as its caller sees it: time in queues included. */
export interface StorageObserver {
  onWrite(seconds: number): void
  /** A quick read goes by key or index; a scan may touch every row of a project. */
  onRead(kind: 'quick' | 'scan', seconds: number): void
}
