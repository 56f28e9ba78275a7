import { isTooLarge, ServiceError } from '../../../errors.ts'
import { type ClickHouse, stopping } from '../connection/client.ts'
import { encodeRows } from '../schema/encoders.ts'
import type { EncodedRows, Row, RowEncoder } from '../schema/row-encoder.ts'

/** Further writes are rejected: ClickHouse cannot keep up, and memory must not fill. */
const WRITES_MAX = 2_000
const BYTES_MAX = 128 * 1024 ** 2
/** Rows of one INSERT, unless a single write is larger. */
const BATCH_ROWS_MAX = 20_000
const BATCH_BYTES_MAX = 32 * 1024 ** 2

/** The rows that one caller stores in one table. */
interface Write {
  readonly rows: EncodedRows
  readonly stored: () => void
  readonly failed: (error: unknown) => void
}

/** What a write that was accepted counts for. */
interface Pending {
  bytes: number
  /** Bytes of the rows that it has inserted so far. */
  rowBytes: number
}

/** Inserts rows as part of a write that was accepted. Resolves once they are stored. */
export type Insert = (rows: EncodedRows) => Promise<void>

/**
 * Group commit: while an INSERT into a table is in progress, the rows of other requests are collected for the next one.
 * ClickHouse writes a file per INSERT, so few large ones cost much less than many small ones.
 */
export class InsertQueue {
  readonly #clickhouse: ClickHouse
  readonly #onWrite: (seconds: number) => void
  readonly #waiting = new Map<RowEncoder, Write[]>()
  readonly #running = new Map<RowEncoder, Promise<void>>()
  readonly #accepted = new Set<Promise<void>>()
  #bytes = 0
  #closing = false

  constructor(clickhouse: ClickHouse, onWrite: (seconds: number) => void) {
    this.#clickhouse = clickhouse
    this.#onWrite = onWrite
  }

  /** Writes that are not stored yet. */
  get size(): number {
    return this.#accepted.size
  }

  /** Resolves once the rows are stored. Throws `overloaded` if too much is waiting. */
  async insert(table: string, rows: readonly Row[]): Promise<void> {
    if (rows.length === 0) return
    const encoded = encodeRows(table, rows)
    await this.run(encoded.bytes, (insert) => insert(encoded))
  }

  /**
   * Runs a write that inserts several times. It is accepted or refused as a whole: one that was accepted finishes, even if the
   * queue is closed meanwhile. `bytes` is the size of the rows that are encoded already, and counts as pending until the write ends.
   * A single write may have any size if no other is pending.
   */
  async run<Result>(bytes: number, write: (insert: Insert) => Promise<Result>): Promise<Result> {
    if (this.#closing) throw stopping()
    if (this.#isFull(bytes)) {
      throw new ServiceError('overloaded', 'Too many writes are waiting', { retry_after_seconds: 5 })
    }
    const startedAt = performance.now()
    const pending: Pending = { bytes, rowBytes: 0 }
    this.#bytes += bytes
    const running = write((rows) => this.#insert(rows, pending))
    const settled = running.then(ignore, ignore)
    this.#accepted.add(settled)
    try {
      const result = await running
      this.#onWrite((performance.now() - startedAt) / 1000)
      return result
    } finally {
      this.#accepted.delete(settled)
      this.#bytes -= pending.bytes
    }
  }

  /** Stores accepted writes; rejects later ones. */
  async close(): Promise<void> {
    this.#closing = true
    await Promise.all(this.#accepted)
  }

  #isFull(bytes: number): boolean {
    const writes = this.#accepted.size
    return writes >= WRITES_MAX || (writes > 0 && this.#bytes + bytes > BYTES_MAX)
  }

  /** Counts at least `bytes` for a write. */
  #grow(pending: Pending, bytes: number): void {
    const more = Math.max(0, bytes - pending.bytes)
    pending.bytes += more
    this.#bytes += more
  }

  async #insert(rows: EncodedRows, pending: Pending): Promise<void> {
    if (rows.count === 0) return
    // Some rows are made by the write itself.
    pending.rowBytes += rows.bytes
    this.#grow(pending, pending.rowBytes)
    await new Promise<void>((stored, failed) => this.#add({ rows, stored, failed }))
  }

  #add(write: Write): void {
    const { encoder } = write.rows
    const waiting = this.#waiting.get(encoder)
    if (waiting) waiting.push(write)
    else this.#waiting.set(encoder, [write])
    if (!this.#running.has(encoder)) this.#running.set(encoder, this.#run(encoder))
  }

  async #run(encoder: RowEncoder): Promise<void> {
    // Writes of the same tick share an INSERT.
    await Promise.resolve()
    for (;;) {
      const waiting = this.#waiting.get(encoder) ?? []
      const batch = waiting.splice(0, batchLength(waiting))
      if (batch.length === 0) break
      await this.#store(encoder, batch)
    }
    this.#waiting.delete(encoder)
    this.#running.delete(encoder)
  }

  /** A row that ClickHouse rejects fails its own request only, as does a write that is too large. */
  async #store(encoder: RowEncoder, batch: readonly Write[]): Promise<void> {
    try {
      await this.#clickhouse.insert(
        encoder,
        batch.flatMap(({ rows }) => rows.chunks),
      )
      for (const { stored } of batch) stored()
    } catch (error) {
      const mayPartBeStored = !(error instanceof ServiceError) || isTooLarge(error)
      if (mayPartBeStored && batch.length > 1) {
        const half = Math.ceil(batch.length / 2)
        await this.#store(encoder, batch.slice(0, half))
        await this.#store(encoder, batch.slice(half))
      } else for (const { failed } of batch) failed(error)
    }
  }
}

function batchLength(waiting: readonly Write[]): number {
  let rows = 0
  let bytes = 0
  const end = waiting.findIndex((write, at) => {
    rows += write.rows.count
    bytes += write.rows.bytes
    return at > 0 && (rows > BATCH_ROWS_MAX || bytes > BATCH_BYTES_MAX)
  })
  return end === -1 ? waiting.length : end
}

const ignore = () => {}
