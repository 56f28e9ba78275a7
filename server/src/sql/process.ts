import { Worker } from 'node:worker_threads'
import { LineSplitter } from '@heddle/contract/lines'
import { messageOf } from '../errors.ts'
import { type Database, openDatabase, type SqlValue } from '../storage/sqlite/database/driver.ts'
import { type Answer, type Command, RESULT_TOO_LARGE } from './protocol.ts'

/**
 * Entry point of a process that answers one SQL query on an in-memory database. It receives all data on standard input,
 * opens no file and no connection, and is killed when it takes too long.
 */

const MEMORY_BYTES_MAX = 768 * 1024 ** 2
const MEMORY_CHECK_MS = 20

/**
 * Kills the process when it uses too much memory. The main thread cannot: it is busy in SQLite, whose own limit is not
 * compiled into every build.
 */
new Worker(
  `setInterval(() => {
    if (process.memoryUsage.rss() > ${MEMORY_BYTES_MAX}) process.kill(process.pid, 'SIGKILL')
  }, ${MEMORY_CHECK_MS})`,
  { eval: true },
).unref()

const RESULT_CHARS_MAX = 32 * 1024 ** 2

const COMMENTS = /--[^\n]*|\/\*[^*]*(?:\*(?!\/)[^*]*)*(?:\*\/|$)/g

const database = openDatabase(':memory:', { readOnly: false, isExact: true })
database.exec('pragma temp_store = memory; pragma journal_mode = off')
database.exec('begin')

let insert: ReturnType<Database['prepare']> | undefined
process.stdin.setEncoding('utf8')
const splitter = new LineSplitter()
for await (const chunk of process.stdin) {
  for (const line of splitter.add(String(chunk))) handle(JSON.parse(line))
}

function handle(line: SqlValue[] | Command): void {
  try {
    if (Array.isArray(line)) insert?.run(...line)
    else if ('create' in line) database.exec(line.create)
    else if ('into' in line)
      insert = database.prepare(`insert into ${line.into} values (${Array(line.columns).fill('?').join()})`)
    else send(answer(line.sql, line.limit))
  } catch (error) {
    send({ error: messageOf(error) })
  }
}

/**
 * Wraps the query in a view: SQLite's grammar allows only a SELECT there, and only the first statement is compiled, so
 * nothing can be attached, written or configured.
 */
function answer(sql: string, limit: number): Answer {
  database.exec('commit')
  database.prepare(`create temp view question as ${sql}`).run()
  refuseMore(sql)
  database.exec('pragma query_only = 1')
  const columns = database
    .prepare("select name from pragma_table_info('question')")
    .all<{ name: string }>()
    .map(({ name }) => name)
  const rows: (string | number | null)[][] = []
  let chars = 0
  for (const row of database.prepare('select * from question').iterate()) {
    if (rows.length === limit) return { columns, rows, has_more: true }
    const cells = columns.map((name) => cellOf(row[name] ?? null))
    chars += cells.reduce<number>((sum, cell) => sum + String(cell).length, 0)
    if (chars > RESULT_CHARS_MAX) throw new Error(RESULT_TOO_LARGE)
    rows.push(cells)
  }
  return { columns, rows, has_more: false }
}

/** What follows the first statement would be ignored. SQLite stores the view with the text of that statement alone. */
function refuseMore(sql: string): void {
  const view = database.prepare('select sql from sqlite_temp_schema').get<{ sql: string }>()
  const first = view?.sql.slice('CREATE VIEW question as '.length) ?? ''
  const rest = sql.slice(first.length).replace(COMMENTS, '')
  if (/[^\s;]/.test(rest)) throw new Error('only one statement can be run at a time')
}

function cellOf(value: SqlValue): string | number | null {
  if (typeof value === 'bigint') return String(value)
  if (value instanceof Uint8Array) return Buffer.from(value).toString('hex')
  // JSON has no infinity.
  return typeof value === 'number' && !Number.isFinite(value) ? String(value) : value
}

function send(result: Answer): void {
  process.stdout.write(`${JSON.stringify(result)}\n`, () => process.exit(0))
}
