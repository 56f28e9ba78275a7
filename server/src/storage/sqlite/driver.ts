import { createRequire } from 'node:module'
import type { DatabaseSync } from '@photostructure/sqlite'

/** The one file that knows which SQLite binding runs. */

export type SqlValue = string | number | bigint | null | Uint8Array

/** A row as the binding gives it: columns by name. */
type Row = Record<string, SqlValue>

interface Statement {
  run(...params: SqlValue[]): { changes: number }
  get<T = Row>(...params: SqlValue[]): T | undefined
  all<T = Row>(...params: SqlValue[]): T[]
  iterate<T = Row>(...params: SqlValue[]): IterableIterator<T>
}

export interface Database {
  /** Prepared once per text; a statement lives as long as the connection, or until many others came. */
  prepare(sql: string): Statement
  exec(sql: string): void
  /** A SQL function in JavaScript that always gives the same answer for the same arguments. */
  define(name: string, implementation: (...args: SqlValue[]) => SqlValue): void
  close(): void
}

const STATEMENTS_MAX = 500

type Binding = typeof DatabaseSync
type Connection = InstanceType<Binding>

/** Node's own module where it has one (from 22.13), the same API from a package on Node 20. */
function loadBinding(): Binding {
  const require = createRequire(import.meta.url)
  const builtIn = silently(() => process.getBuiltinModule?.('node:sqlite'))
  const module: { DatabaseSync: Binding } = builtIn ?? require('@photostructure/sqlite')
  return module.DatabaseSync
}

/** Some versions of Node warn that the module is new, in every thread: whoever runs the service can do nothing about it. */
function silently<T>(load: () => T): T {
  const { emitWarning } = process
  process.emitWarning = () => {}
  try {
    return load()
  } finally {
    process.emitWarning = emitWarning
  }
}

export function openDatabase(path: string, options: { readOnly: boolean }): Database {
  const Binding = loadBinding()
  const connection = new Binding(path, { readOnly: options.readOnly })
  return wrap(connection)
}

function wrap(connection: Connection): Database {
  const statements = new Map<string, Statement>()

  return {
    prepare(sql) {
      const known = statements.get(sql)
      if (known) return known
      if (statements.size >= STATEMENTS_MAX) statements.clear()
      const statement = wrapStatement(connection, sql)
      statements.set(sql, statement)
      return statement
    },
    exec: (sql) => connection.exec(sql),
    define: (name, implementation) => connection.function(name, { deterministic: true }, implementation),
    close: () => connection.close(),
  }
}

function wrapStatement(connection: Connection, sql: string): Statement {
  const statement = connection.prepare(sql)
  return {
    run: (...params) => ({ changes: Number(statement.run(...params.map(withoutNul)).changes) }),
    get: <T>(...params: SqlValue[]) => statement.get(...params.map(withoutNul)) as T | undefined,
    all<T>(...params: SqlValue[]) {
      try {
        return statement.all(...params.map(withoutNul)) as T[]
      } catch (error) {
        throw settled(connection, error)
      }
    },
    // A walk that is left early or fails spoils its statement for the next one, so each has its own.
    iterate: <T>(...params: SqlValue[]) =>
      walk(connection, connection.prepare(sql).iterate(...params.map(withoutNul)) as IterableIterator<T>),
  }
}

function* walk<T>(connection: Connection, rows: IterableIterator<T>): IterableIterator<T> {
  try {
    yield* rows
  } catch (error) {
    throw settled(connection, error)
  }
}

/**
 * Where a SQL function throws in the midst of rows, the package keeps a mark that would hide the error of the next
 * statement. Anything that is executed takes it away.
 */
function settled(connection: Connection, error: unknown): unknown {
  connection.exec('')
  return error
}

/**
 * The package binds a text only up to its first NUL, which would make `a\0b` the same id as `a`. The
 * replacement character stands in for it. JSON texts have none: there NUL is an escape.
 */
function withoutNul(value: SqlValue): SqlValue {
  return typeof value === 'string' && value.includes('\0') ? value.replaceAll('\0', '\uFFFD') : value
}

/** Runs `work` in a transaction that takes the write lock at once. */
export function transaction<T>(db: Database, work: () => T): T {
  db.exec('begin immediate')
  try {
    const result = work()
    db.exec('commit')
    return result
  } catch (error) {
    db.exec('rollback')
    throw error
  }
}
