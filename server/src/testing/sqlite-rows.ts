import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { CallRow, QueryCase, Rows } from '../query/cases/case.ts'
import { PROJECT_ID } from '../query/cases/case.ts'
import { compileCondition, compileSort, type Dialect } from '../query/sql.ts'
import { callDialect } from '../storage/sqlite/call-dialect.ts'
import { feedbackDialect, priceDialect } from '../storage/sqlite/dialect.ts'
import { type Database, openDatabase, type SqlValue } from '../storage/sqlite/driver.ts'
import { defineFunctions } from '../storage/sqlite/functions.ts'
import type { BoundCase } from './query-cases.ts'
import { wholeCall, wholeFeedback, wholePrice } from './query-rows.ts'
import { MIGRATIONS } from './sqlite-database.ts'

/** A database in memory with the product's tables. */
export function openTables(): Database {
  const db = openDatabase(':memory:', { readOnly: false })
  defineFunctions(db)
  db.exec(SCHEMA)
  return db
}

/** Puts the rows into project 1. */
export function insertRows(db: Database, rows: Rows): void {
  insert(db, 'projects', { id: 1, name: PROJECT_ID, created_at: 1 })
  for (const [index, row] of (rows.calls ?? []).entries()) insertCall(db, index + 1, row)
  for (const row of rows.feedback ?? []) insert(db, 'feedback', { project: 1, ...wholeFeedback(row) })
  for (const row of rows.prices ?? []) insert(db, 'prices', { project: 1, ...wholePrice(row) })
  for (const [index, row] of (rows.objects ?? []).entries()) {
    insert(db, 'object_versions', {
      ...OBJECT,
      object_id: `object-${index}`,
      digest: `digest-${index}`,
      ...row,
      deleted_at: row.deleted ? 1 : null,
    })
  }
}

/** The answer of SQLite, through the compiler and the dialect. */
export function answerFromSqlite(db: Database, resource: QueryCase['resource'], bound: BoundCase): string[] {
  const { dialect, from, table, order } = TABLES[resource]
  const condition = bound.condition && compileCondition(bound.condition, dialect)
  const sort = compileSort(bound.sort, dialect)
  const statement = db.prepare(
    `select ${table}.id as id from ${from} where ${condition?.sql ?? 'true'} order by ${sort.sql ? `${sort.sql}, ` : ''}${order}`,
  )
  const params = [...(condition?.params ?? []), ...sort.params]
  return statement.all<{ id: string }>(...params).map(({ id }) => id)
}

const SCHEMA = readdirSync(MIGRATIONS)
  .sort()
  .map((file) => readFileSync(join(MIGRATIONS, file), 'utf8'))
  .join('\n')

const TABLES: Record<
  QueryCase['resource'],
  { dialect: Dialect; from: string; table: string; order: string }
> = {
  calls: {
    dialect: callDialect(PROJECT_ID),
    from: 'calls c left join call_starts s on s.rid = c.rid left join call_ends e on e.rid = c.rid',
    table: 'c',
    order: 'c.rid',
  },
  feedback: {
    dialect: feedbackDialect(PROJECT_ID),
    from: 'feedback',
    table: 'feedback',
    order: 'feedback.seq',
  },
  prices: { dialect: priceDialect(), from: 'prices', table: 'prices', order: 'prices.seq' },
}

const OBJECT = {
  project: 1,
  kind: 'object',
  version_index: 0,
  is_latest: 1,
  published: 1,
  size_bytes: 1,
  wb_user_id: 'user',
  created_at: 1,
}

function insertCall(db: Database, rid: number, row: CallRow): void {
  const {
    op_name,
    attributes,
    inputs,
    otel_dump,
    output,
    summary,
    exception,
    input_refs,
    output_refs,
    queue_ids,
    ...narrow
  } = wholeCall(row)
  insert(db, 'calls', {
    ...narrow,
    rid,
    project: 1,
    op: opOf(db, op_name),
    failed: exception === null ? 0 : 1,
  })
  insert(db, 'call_starts', { rid, attributes, inputs, otel_dump })
  if (narrow.ended_at !== null) {
    insert(db, 'call_ends', { rid, output, summary: summary ?? '{}', exception })
  }
  for (const ref of input_refs) insert(db, 'call_refs', { project: 1, rid, side: 0, ref })
  for (const ref of output_refs) insert(db, 'call_refs', { project: 1, rid, side: 1, ref })
  for (const queue_id of queue_ids) insert(db, 'annotation_queue_items', queueItem(queue_id, row.id))
}

function opOf(db: Database, name: string): number {
  const find = db.prepare('select id from op_names where project = 1 and name = ?')
  if (!find.get(name)) insert(db, 'op_names', { project: 1, name })
  return find.get<{ id: number }>(name)?.id ?? 0
}

function queueItem(queue_id: string, call_id: string) {
  return {
    project: 1,
    id: `${queue_id}/${call_id}`,
    queue_id,
    call_id,
    call_started_at: 1,
    call_op_name: 'op',
    call_trace_id: 'trace',
    display_fields: [],
    added_by: 'user',
    annotation_state: 'unstarted',
    created_at: 1,
    created_by: 'user',
    updated_at: 1,
  }
}

function insert(db: Database, table: string, row: object): void {
  const known = new Set(columnsOf(db, table))
  const entries = Object.entries(row).filter(([name]) => known.has(name))
  const names = entries.map(([name]) => name)
  const marks = names.map(() => '?')
  db.prepare(`insert into ${table} (${names}) values (${marks})`).run(
    ...entries.map(([, value]) => stored(value)),
  )
}

function columnsOf(db: Database, table: string): string[] {
  return db
    .prepare('select name from pragma_table_info(?)')
    .all<{ name: string }>(table)
    .map(({ name }) => name)
}

function stored(value: unknown): SqlValue {
  if (value === null || typeof value === 'string' || typeof value === 'number') return value
  return typeof value === 'boolean' ? Number(value) : JSON.stringify(value)
}
