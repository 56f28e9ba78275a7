import { runSql } from '@heddle/contract/sql'
import type { Invocation } from '../command.ts'
import { projectOf, withConnection } from './connection.ts'
import { instantOf } from './flags.ts'
import { formatOf, limitOf, printRows } from './print.ts'

type Row = Readonly<Record<string, string | number | null>>

/** The server returns no more rows than this. */
const ROWS_MAX = 10_000

/** Asks a question in SQL and prints the rows of the answer. */
export const askSql = (invocation: Invocation) =>
  withConnection(invocation, async (connection) => {
    const [since, until] = [instantOf(invocation, 'since'), instantOf(invocation, 'until')]
    const limit = Math.min(limitOf(invocation) ?? ROWS_MAX, ROWS_MAX)
    const { columns, rows, has_more } = await connection.client.call(runSql, {
      project_id: await projectOf(invocation, connection),
      sql: invocation.word('SQL'),
      limit,
      ...(since && { since }),
      ...(until && { until }),
    })
    await printRows<Row>(invocation, {
      columns: columns.map((title) => ({
        title: formatOf(invocation) === 'table' ? title.toUpperCase() : title,
        value: (row) => row[title],
      })),
      rows: rows.map((cells) => Object.fromEntries(columns.map((name, at) => [name, cells[at] ?? null]))),
    })
    if (has_more) invocation.context.note(`The first ${rows.length} rows: there are more`)
  })
