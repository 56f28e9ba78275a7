import { runSql } from '@heddle/contract/sql'
import { ServiceError } from '../../errors.ts'
import { JsonText } from '../../json/text.ts'
import { type Context, inProject, operation } from '../operation.ts'
import { callRows, feedbackRows, objectRows } from './rows.ts'
import { columnsOf, mentions, TABLE_NAMES, type TableName, VIEWS, viewsMentioned } from './tables.ts'

export const sqlOperations = [
  operation(runSql, inProject('read'), async (request, context) => {
    const { sql, project_id, limit = 1_000 } = request
    if (!context.sql) throw new ServiceError('unsupported', 'This server does not run SQL')
    const used = tablesUsed(sql)
    const read: Record<TableName, number | null> = { calls: null, feedback: null, objects: null }
    const tables = used.map((name) => ({
      name,
      columns: columnsOf(name),
      rows: counted(rowsOf(name, request, context), (count) => {
        read[name] = count
      }),
    }))
    const unused = TABLE_NAMES.filter((name) => !used.includes(name))
    const result = await context.sql.run(
      {
        sql,
        limit,
        tables: [...tables, ...unused.map((name) => ({ name, columns: columnsOf(name), rows: NO_ROWS }))],
        views: VIEWS,
      },
      context.signal,
    )
    return { ...result, read }

    function rowsOf(name: TableName, { since, until }: typeof request, context: Context) {
      switch (name) {
        case 'calls':
          return callRows(context, { project_id, sql, ...(queryOf(since, until) ?? {}) })
        case 'feedback':
          return feedbackRows(context, project_id)
        case 'objects':
          return objectRows(context, project_id)
      }
    }
  }),
]

const NO_ROWS: readonly never[] = []

/** Tables that the query may use: it cannot use one without mentioning its name. */
function tablesUsed(sql: string): TableName[] {
  const names = new Set<TableName>()
  for (const name of TABLE_NAMES) if (mentions(sql, name)) names.add(name)
  // All views read calls.
  if (viewsMentioned(sql)) names.add('calls')
  return [...names]
}

function queryOf(since: string | undefined, until: string | undefined): { query: JsonText } | undefined {
  const bound = (operator: '$gte' | '$lt', instant: string) => ({
    [operator]: [{ $getField: 'started_at' }, { $literal: instant }],
  })
  const conditions = [
    ...(since === undefined ? [] : [bound('$gte', since)]),
    ...(until === undefined ? [] : [bound('$lt', until)]),
  ]
  if (conditions.length === 0) return undefined
  return { query: new JsonText(JSON.stringify({ $expr: { $and: conditions } })) }
}

async function* counted<Row>(rows: AsyncIterable<Row>, report: (count: number) => void): AsyncGenerator<Row> {
  let count = 0
  report(count)
  for await (const row of rows) {
    report(++count)
    yield row
  }
}
