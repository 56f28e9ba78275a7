import { SQL_TABLES, SQL_VIEWS } from '@heddle/contract/sql-tables'
import type { SqlCell } from './engine.ts'

export type TableName = keyof typeof SQL_TABLES

export const TABLE_NAMES: readonly TableName[] = ['calls', 'feedback', 'objects']

/** The columns of a table, as it is created. */
export const columnsOf = (table: TableName): string[] =>
  Object.entries(SQL_TABLES[table]).map(([name, type]) => `${name} ${type}`)

type SqlRow<Table extends TableName> = Readonly<Record<keyof (typeof SQL_TABLES)[Table], SqlCell>>

/** Returns a function that puts the cells of a row in the order of the columns. */
export function cellsIn<Table extends TableName>(table: Table): (row: SqlRow<Table>) => SqlCell[] {
  const names = Object.keys(SQL_TABLES[table]) as (keyof SqlRow<Table>)[]
  return (row) => names.map((name) => row[name])
}

const QUERIES: Record<keyof typeof SQL_VIEWS, string> = {
  traces: `select trace_id,
      max(case when parent_id is null then id end),
      max(case when parent_id is null then name end),
      max(case when parent_id is null then status end),
      min(started_at), max(ended_at),
      max(case when parent_id is null then latency_ms end),
      max(thread_id), max(end_user), count(*), sum(status = 'error')
    from calls group by trace_id`,
  usage: `select calls.id, trace_id, started_at, each.key,
      coalesce(each.value ->> 'prompt_tokens', 0) + coalesce(each.value ->> 'input_tokens', 0),
      coalesce(each.value ->> 'completion_tokens', 0) + coalesce(each.value ->> 'output_tokens', 0),
      coalesce(each.value ->> 'requests', 0),
      json_extract(summary, '$.weave.costs."' || replace(each.key, '"', '') || '".prompt_tokens_total_cost'),
      json_extract(summary, '$.weave.costs."' || replace(each.key, '"', '') || '".completion_tokens_total_cost')
    from calls, json_each(calls.summary, '$.usage') as each
    where json_type(each.value) = 'object'`,
}

const VIEW_NAMES = ['traces', 'usage'] as const

export const VIEWS: readonly string[] = VIEW_NAMES.map(
  (name) => `create view ${name} (${SQL_VIEWS[name].join(', ')}) as ${QUERIES[name]}`,
)

/** Whether a query contains a name. If it does not, it cannot use the table or column of that name. */
export const mentions = (sql: string, name: string): boolean => sql.toLowerCase().includes(name)

export const viewsMentioned = (sql: string): boolean => VIEW_NAMES.some((name) => mentions(sql, name))
