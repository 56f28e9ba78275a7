import { ServiceError } from '../../errors.ts'
import { type ClickHouse, stopping } from './client.ts'
import { storable } from './literals.ts'

/** Further writes are rejected: ClickHouse cannot keep up, and memory must not fill. */
const WRITES_MAX = 2_000
const BYTES_MAX = 128 * 1024 ** 2
/** Of one INSERT, unless a single write is larger. */
const BATCH_ROWS_MAX = 20_000
const BATCH_BYTES_MAX = 32 * 1024 ** 2

/** The rows that one caller stores in one table. */
interface Write {
  readonly lines: readonly string[]
  readonly bytes: number
  readonly stored: () => void
  readonly failed: (error: unknown) => void
}

/** Values by the names of their columns: texts, numbers, booleans, null, and arrays and maps of them. */
export type Row = object

/**
 * Group commit: while an INSERT into a table is in progress, the rows of other requests are collected for the next one.
 * ClickHouse writes a file per INSERT, so few large ones cost much less than many small ones.
 */
export class InsertQueue {
  readonly #clickhouse: ClickHouse
  readonly #onWrite: (seconds: number) => void
  readonly #waiting = new Map<string, Write[]>()
  readonly #running = new Map<string, Promise<void>>()
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
    if (rows.length > 0) await this.run((insert) => insert(table, rows))
  }

  /**
   * Runs a write that inserts several times. It is accepted or refused as a whole: one that was accepted finishes, even if the
   * queue is closed meanwhile.
   */
  async run<Result>(write: (insert: InsertQueue['insert']) => Promise<Result>): Promise<Result> {
    if (this.#closing) throw stopping()
    if (this.#accepted.size >= WRITES_MAX || this.#bytes >= BYTES_MAX) {
      throw new ServiceError('overloaded', 'Too many writes are waiting', { retry_after_seconds: 5 })
    }
    const startedAt = performance.now()
    const running = write((table, rows) => this.#insert(table, rows))
    const settled = running.then(ignore, ignore)
    this.#accepted.add(settled)
    try {
      const result = await running
      this.#onWrite((performance.now() - startedAt) / 1000)
      return result
    } finally {
      this.#accepted.delete(settled)
    }
  }

  /** Stores accepted writes; rejects later ones. */
  async close(): Promise<void> {
    this.#closing = true
    await Promise.all(this.#accepted)
  }

  async #insert(table: string, rows: readonly Row[]): Promise<void> {
    if (rows.length === 0) return
    const lines = rows.map(toLine)
    const bytes = lines.reduce((sum, line) => sum + line.length, 0)
    this.#bytes += bytes
    try {
      await new Promise<void>((stored, failed) => this.#add(table, { lines, bytes, stored, failed }))
    } finally {
      this.#bytes -= bytes
    }
  }

  #add(table: string, write: Write): void {
    const waiting = this.#waiting.get(table)
    if (waiting) waiting.push(write)
    else this.#waiting.set(table, [write])
    if (!this.#running.has(table)) this.#running.set(table, this.#run(table))
  }

  async #run(table: string): Promise<void> {
    // Writes of the same tick share an INSERT.
    await Promise.resolve()
    for (;;) {
      const waiting = this.#waiting.get(table) ?? []
      const batch = waiting.splice(0, batchLength(waiting))
      if (batch.length === 0) break
      await this.#store(table, batch)
    }
    this.#waiting.delete(table)
    this.#running.delete(table)
  }

  /** A row that ClickHouse rejects fails its own request only. */
  async #store(table: string, batch: readonly Write[]): Promise<void> {
    try {
      await this.#clickhouse.insert(
        table,
        batch.flatMap(({ lines }) => lines),
      )
      for (const { stored } of batch) stored()
    } catch (error) {
      const isOneBad = !(error instanceof ServiceError) && batch.length > 1
      if (isOneBad) for (const write of batch) await this.#store(table, [write])
      else for (const { failed } of batch) failed(error)
    }
  }
}

function batchLength(waiting: readonly Write[]): number {
  let rows = 0
  let bytes = 0
  const end = waiting.findIndex((write, at) => {
    rows += write.lines.length
    bytes += write.bytes
    return at > 0 && (rows > BATCH_ROWS_MAX || bytes > BATCH_BYTES_MAX)
  })
  return end === -1 ? waiting.length : end
}

/** Few rows have texts that cannot be stored as they are. */
function toLine(row: Row): string {
  const line = JSON.stringify(row)
  const isSuspect = line.includes('\\ud') || line.includes('\\u0000')
  return isSuspect
    ? JSON.stringify(row, (_, value) => (typeof value === 'string' ? storable(value) : value))
    : line
}

const ignore = () => {}
