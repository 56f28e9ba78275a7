import { createRequire } from 'node:module'
import type { DatabaseSync } from '@photostructure/sqlite'
import { StatementCache } from './statement-cache.ts'

/** The only file that knows the SQLite binding. */

export type SqlValue = string | number | bigint | null | Uint8Array

/** A row as the binding returns it: columns by name. */
type Row = Record<string, SqlValue>

interface Statement {
  run(...params: SqlValue[]): { changes: number }
  get<T = Row>(...params: SqlValue[]): T | undefined
  all<T = Row>(...params: SqlValue[]): T[]
  iterate<T = Row>(...params: SqlValue[]): IterableIterator<T>
}

export interface Database {
  /** Returns a handle that is valid as long as the connection; an evicted statement is prepared again. */
  prepare(sql: string): Statement
  exec(sql: string): void
  /** Runs reads of several statements on one snapshot of the database. */
  inSnapshot<T>(work: () => T): T
  /** Defines a deterministic SQL function. */
  define(name: string, implementation: (...args: SqlValue[]) => SqlValue): void
  close(): void
}

type Binding = typeof DatabaseSync
type Connection = InstanceType<Binding>
type NativeStatement = ReturnType<Connection['prepare']>

/** `node:sqlite` from Node 22.13 on, a package with the same API on Node 20. */
function loadBinding(): Binding {
  const require = createRequire(import.meta.url)
  const builtIn = silently(() => process.getBuiltinModule?.('node:sqlite'))
  const module: { DatabaseSync: Binding } = builtIn ?? require('@photostructure/sqlite')
  return module.DatabaseSync
}

/** Suppresses the warning that the module is experimental, which some Node versions print in every thread. */
function silently<T>(load: () => T): T {
  const { emitWarning } = process
  process.emitWarning = () => {}
  try {
    return load()
  } finally {
    process.emitWarning = emitWarning
  }
}

interface OpenOptions {
  readonly readOnly: boolean
  /** Checked every few rows during a read; false aborts it with an error. */
  readonly isWanted?: () => boolean
  /** Whether integers beyond 2^53 are read as `bigint` rather than rounded. */
  readonly isExact?: boolean
}

type Reading = Required<Pick<OpenOptions, 'isWanted' | 'isExact'>>

export function openDatabase(
  path: string,
  { readOnly, isWanted = () => true, isExact = false }: OpenOptions,
): Database {
  const Binding = loadBinding()
  const connection = new Binding(path, { readOnly })
  const statements = new StatementCache((sql) => connection.prepare(sql))
  return {
    prepare: (sql) => wrapStatement(connection, statements, sql, { isWanted, isExact }),
    exec: (sql) => connection.exec(sql),
    inSnapshot(work) {
      statements.use('begin', (begin) => begin.run())
      try {
        return work()
      } finally {
        statements.use('commit', (commit) => commit.run())
      }
    },
    define: (name, implementation) => connection.function(name, { deterministic: true }, implementation),
    close: () => connection.close(),
  }
}

function wrapStatement(
  connection: Connection,
  statements: StatementCache<NativeStatement>,
  sql: string,
  reading: Reading,
): Statement {
  // Invalid SQL throws here rather than on first use.
  statements.prepare(sql)
  return {
    run: (...params) =>
      statements.use(sql, (native) => ({ changes: Number(native.run(...params.map(bindable)).changes) })),
    get: <T>(...params: SqlValue[]) =>
      statements.use(sql, (native) => {
        const bound = params.map(bindable)
        try {
          return native.get(...bound) as T | undefined
        } catch (error) {
          if (!isTooLarge(error)) throw error
          settled(connection, error)
          return [...rowsWithBigIntegers<T>(native, bound, reading)][0]
        }
      }),
    all: <T>(...params: SqlValue[]) =>
      statements.use(sql, (native) => {
        const bound = params.map(bindable)
        try {
          return native.all(...bound) as T[]
        } catch (error) {
          const settledError = settled(connection, error)
          if (!isTooLarge(error)) throw settledError
          return [...rowsWithBigIntegers<T>(native, bound, reading)]
        }
      }),
    iterate: <T>(...params: SqlValue[]) =>
      statements.walk(sql, (native) => whileWanted<T>(connection, native, params.map(bindable), reading)),
  }
}

const ROWS_BETWEEN_CHECKS = 256

function* whileWanted<T>(
  connection: Connection,
  statement: NativeStatement,
  params: readonly SqlValue[],
  reading: Reading,
): Generator<T> {
  let count = 0
  try {
    for (const row of statement.iterate(...params) as IterableIterator<T>) {
      if (++count % ROWS_BETWEEN_CHECKS === 0 && !reading.isWanted()) throw new Error('no longer wanted')
      yield row
    }
  } catch (error) {
    const settledError = settled(connection, error)
    if (!isTooLarge(error)) throw settledError
    for (const row of rowsWithBigIntegers<T>(statement, params, reading)) if (count-- <= 0) yield row
  }
}

/** The binding throws for an integer beyond 2^53, which fails the whole query. */
const isTooLarge = (error: unknown): boolean =>
  error instanceof Error && error.message.includes('too large to be represented as a JavaScript number')

/** Runs such a statement again. It must be the same statement: running it again ends the read that the error left open. */
function* rowsWithBigIntegers<T>(
  statement: NativeStatement,
  params: readonly SqlValue[],
  { isExact }: Reading,
): IterableIterator<T> {
  const isKept = (value: bigint) => isExact && !Number.isSafeInteger(Number(value))
  statement.setReadBigInts(true)
  try {
    for (const row of statement.iterate(...params) as IterableIterator<Row>) {
      for (const [name, value] of Object.entries(row))
        if (typeof value === 'bigint' && !isKept(value)) row[name] = Number(value)
      yield row as T
    }
  } finally {
    statement.setReadBigInts(false)
  }
}

/**
 * After a SQL function throws between rows, the package keeps a flag that would hide the error of the next statement.
 * Executing anything clears it.
 */
function settled(connection: Connection, error: unknown): unknown {
  connection.exec('')
  return error
}

/**
 * The package truncates bound text at the first NUL, which would make `a\0b` the same id as `a`, so NUL is
 * replaced by U+FFFD. JSON text has no NUL: there it is an escape.
 */
export function withoutNul(text: string): string {
  return text.includes('\0') ? text.replaceAll('\0', '\uFFFD') : text
}

const bindable = (value: SqlValue): SqlValue => (typeof value === 'string' ? withoutNul(value) : value)

/** Size of a database without its free pages. */
export function bytesInUse(db: Database): number {
  const number = (name: string) => Number(Object.values(db.prepare(`pragma ${name}`).get() ?? {})[0])
  return (number('page_count') - number('freelist_count')) * number('page_size')
}

/** Runs `work` in a transaction that acquires the write lock immediately. */
export function transaction<T>(db: Database, work: () => T): T {
  db.exec('begin immediate')
  try {
    const result = work()
    db.exec('commit')
    return result
  } catch (error) {
    rollback(db)
    throw error
  }
}

/** After some errors, as of a full disk, SQLite has ended the transaction already. */
export function rollback(db: Database): void {
  try {
    db.exec('rollback')
  } catch {
    // No transaction is open.
  }
}
