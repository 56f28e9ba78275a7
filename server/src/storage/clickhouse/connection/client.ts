import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { finished } from 'node:stream/promises'
import { ClickHouseLogLevel, type ClickHouseSettings, createClient, parseError } from '@clickhouse/client'
import { abandoned, ServiceError } from '../../../errors.ts'
import type { Fragment, RenderedSql } from '../../../query/fragment.ts'
import { toSql } from '../literals.ts'
import { INDEXED_BY_MERGES } from '../schema/calls.ts'
import type { RowEncoder } from '../schema/row-encoder.ts'
import type { Target } from '../target.ts'
import { ReadConnections } from './read-connections.ts'
import { type ColumnForms, RowBinaryReader } from './row-binary.ts'
import { rowsIn } from './row-binary-stream.ts'
import { settingsFor } from './settings.ts'
import { isConnectionError, storageError } from './storage-error.ts'

export interface ClientOptions {
  /** A read that takes longer is stopped and fails with `timeout`. */
  readonly readTimeoutMs?: number
  readonly onRead?: (kind: 'quick' | 'scan', seconds: number) => void
}

export interface QueryOptions {
  /** Once it is aborted the query fails with `abandoned` and is killed on the server. */
  readonly signal?: AbortSignal | undefined
  /** A scan may touch every row of a project. */
  readonly kind?: 'quick' | 'scan'
  readonly settings?: ClickHouseSettings
}

type Statement = Fragment | RenderedSql | string

const READ_TIMEOUT_MS = 60_000
const WRITE_TIMEOUT_MS = 60_000
/** How much longer than the server the client waits, so that the server's error arrives. */
const GRACE_MS = 5_000
const CONNECTIONS_MAX = 64
/** Further reads are rejected. They are running, or wait for a connection. */
const READS_MAX = 5_000

/** A connection to ClickHouse. Errors of the server and of the network are `ServiceError`s that clients can retry. */
export class ClickHouse {
  readonly target: Target
  readonly #client: ReturnType<typeof createClient>
  readonly #reads: ReadConnections
  readonly #settings: ClickHouseSettings
  readonly #readTimeoutMs: number
  readonly #onRead: ClientOptions['onRead']
  #readsRunning = 0
  #isStopping = false
  #closed = false

  constructor(target: Target, { readTimeoutMs = READ_TIMEOUT_MS, onRead }: ClientOptions = {}) {
    this.target = target
    this.#readTimeoutMs = readTimeoutMs
    this.#onRead = onRead
    this.#settings = settingsFor(target)
    const silenceMsMax = Math.max(readTimeoutMs, WRITE_TIMEOUT_MS) + GRACE_MS
    this.#reads = new ReadConnections(target, { connectionsMax: CONNECTIONS_MAX, silenceMsMax })
    this.#client = createClient({
      url: target.url,
      username: target.username,
      password: target.password,
      database: target.database,
      application: 'heddle',
      clickhouse_settings: this.#settings,
      max_open_connections: CONNECTIONS_MAX,
      request_timeout: silenceMsMax,
      compression: { request: false, response: false },
      // Errors are thrown as well, and logged where they end.
      log: { level: ClickHouseLogLevel.OFF },
    })
  }

  get readsRunning(): number {
    return this.#readsRunning
  }

  /** All rows of the result. Integers of 64 bits are numbers, so they must be safe ones. */
  async query<Row>(statement: Statement, options: QueryOptions = {}): Promise<Row[]> {
    const query = `${textOf(statement)}\nFORMAT JSONEachRow`
    const read = this.#startRead(options)
    try {
      const lines = await text(await this.#send(query, options, read.queryId))
      const rows: Row[] =
        lines === ''
          ? []
          : lines
              .trimEnd()
              .split('\n')
              .map((line) => JSON.parse(line))
      read.succeeded()
      return rows
    } catch (error) {
      throw this.#explain(error, options.signal)
    } finally {
      read.ended()
    }
  }

  /** The rows of a result as they arrive, which may be more than fit into memory. */
  async *stream<Row>(statement: Statement, options: QueryOptions = {}): AsyncGenerator<Row> {
    const query = textOf(statement)
    const read = this.#startRead(options)
    try {
      const parameters = this.#parameters({ ...options, settings: unbuffered(options) }, read.queryId)
      const result = await this.#client.query({ query, format: 'JSONEachRow', ...parameters })
      for await (const rows of result.stream<Row>()) for (const row of rows) yield jsonOf<Row>(row)
      read.succeeded()
    } catch (error) {
      throw this.#explain(error, options.signal)
    } finally {
      read.ended()
    }
  }

  /**
   * Like `stream`, faster where texts are long, for statements whose first column is an enum: `RowBinaryReader` tells why. Rows that arrived together
   * are returned together, since a turn of an async loop takes longer than reading a short one.
   */
  async *binaryChunks<Row>(
    statement: Statement,
    { undecoded, packed, ...options }: QueryOptions & ColumnForms = {},
  ): AsyncGenerator<Row[]> {
    const query = `${textOf(statement)}\nFORMAT RowBinaryWithNamesAndTypes`
    const read = this.#startRead(options)
    const reader = new RowBinaryReader<Row>({ ...(undecoded && { undecoded }), ...(packed && { packed }) })
    try {
      const result = await this.#send(query, { ...options, settings: unbuffered(options) }, read.queryId)
      yield* rowsIn(result, reader)
      read.succeeded()
    } catch (error) {
      throw this.#explain(failureIn(reader.failure()) ?? error, options.signal)
    } finally {
      read.ended()
    }
  }

  /** A statement without a result. */
  async command(statement: Fragment | string, settings: ClickHouseSettings = {}): Promise<void> {
    const query = toSql(statement)
    try {
      await this.#client.command({ query, clickhouse_settings: settings })
    } catch (error) {
      throw this.#explainWrite(error)
    }
  }

  /** Whether the user has a right, such as `SELECT ON system.parts`. The statement takes no format, as queries do. */
  async hasRight(right: string): Promise<boolean> {
    try {
      const { stream } = await this.#client.exec({ query: `CHECK GRANT ${right}` })
      return (await text(stream)).trim() === '1'
    } catch (error) {
      throw this.#explain(error)
    }
  }

  /**
   * Inserts rows that the encoder has written, and resolves once they are stored. Sent once more if the connection breaks: the token
   * keeps the server from storing a batch twice.
   */
  async insert(encoder: RowEncoder, chunks: readonly Uint8Array[]): Promise<void> {
    const token = randomUUID()
    try {
      await this.#insert(encoder, chunks, token)
    } catch (error) {
      if (!isConnectionError(error) || this.#closed) throw this.#explainWrite(error)
      await this.#insert(encoder, chunks, token).catch((again: unknown) => {
        throw this.#explainWrite(again)
      })
    }
  }

  /** Rejects further reads; writes go on until it is closed. */
  stop(): void {
    this.#isStopping = true
  }

  async close(): Promise<void> {
    this.stop()
    this.#closed = true
    this.#reads.close()
    await this.#client.close()
  }

  async #insert({ table, columns }: RowEncoder, chunks: readonly Uint8Array[], token: string): Promise<void> {
    const names = columns.map(({ name }) => name)
    const { stream } = await this.#client.exec({
      query: `INSERT INTO ${table} (${names.join(', ')}) FORMAT RowBinaryWithDefaults`,
      values: Readable.from(chunks, { objectMode: false }),
      clickhouse_settings: {
        insert_deduplicate: 1,
        insert_deduplication_token: token,
        materialize_skip_indexes_on_insert: INDEXED_BY_MERGES.has(table) ? 0 : 1,
        max_execution_time: WRITE_TIMEOUT_MS / 1000,
        // ClickHouse copies up to as many bytes of the rows, in search of the end of the statement.
        max_query_size: '65536',
      },
    })
    await finished(stream.resume())
  }

  #send(query: string, options: QueryOptions, queryId: string) {
    const { clickhouse_settings, ...parameters } = this.#parameters(options, queryId)
    return this.#reads.send({
      query,
      clickhouse_settings: { ...this.#settings, ...clickhouse_settings },
      ...parameters,
    })
  }

  #parameters({ signal, settings }: QueryOptions, queryId: string) {
    return {
      query_id: queryId,
      clickhouse_settings: {
        max_execution_time: this.#readTimeoutMs / 1000,
        max_memory_usage: String(this.target.memoryBytesMax),
        ...settings,
      },
      ...(signal && { abort_signal: signal }),
    }
  }

  /** Accounts for a read, and kills it on the server once `signal` is aborted: disconnecting does not stop a query there. */
  #startRead({ signal, kind = 'quick' }: QueryOptions) {
    if (this.#isStopping) throw stopping()
    if (signal?.aborted) throw abandoned()
    if (this.#readsRunning >= READS_MAX) {
      throw new ServiceError('overloaded', 'Too many reads are waiting', { retry_after_seconds: 5 })
    }
    const queryId = randomUUID()
    const startedAt = performance.now()
    const kill = () => {
      const query = `KILL QUERY WHERE query_id = '${queryId}' ASYNC`
      // It may have finished, and max_execution_time ends it in any case.
      this.#client.command({ query }).catch(() => {})
    }
    signal?.addEventListener('abort', kill, { once: true })
    this.#readsRunning++
    return {
      queryId,
      succeeded: () => this.#onRead?.(kind, (performance.now() - startedAt) / 1000),
      ended: () => {
        signal?.removeEventListener('abort', kill)
        this.#readsRunning--
      },
    }
  }

  #explain(error: unknown, signal?: AbortSignal): unknown {
    if (signal?.aborted) return abandoned()
    if (this.#closed) return stopping()
    return storageError(error) ?? error
  }

  #explainWrite(error: unknown): unknown {
    return this.#closed ? stopping() : (storageError(error, 'write') ?? error)
  }
}

/** A statement that fails midway may leave its error behind the rows. */
function jsonOf<Result>(row: { readonly text: string; json(): Result }): Result {
  try {
    return row.json()
  } catch {
    throw parseError(row.text)
  }
}

/** Rows are sent as they are found. */
const unbuffered = ({ settings }: QueryOptions): ClickHouseSettings => ({ wait_end_of_query: 0, ...settings })

/** The error of a query that failed after its first rows. */
const failureIn = (text: string | undefined): Error | undefined =>
  text === undefined ? undefined : parseError(text)

export const stopping = () =>
  new ServiceError('unavailable', 'The server is stopping', { retry_after_seconds: 5 })

function textOf(statement: Statement): string {
  return typeof statement === 'object' && 'sql' in statement ? statement.sql : toSql(statement)
}
