import type { Static } from 'typebox'
import * as Type from 'typebox'
import { endpoint } from './endpoint.ts'
import { example } from './examples.ts'
import { DateTime, Maybe, Nullable, ProjectId } from './schema.ts'

const Cell = Type.Union([Type.String(), Type.Number(), Type.Null()])

export type SqlReply = Static<typeof SqlReply>
export const SqlReply = Type.Object({
  columns: Type.Array(Type.String()),
  rows: Type.Array(Type.Array(Cell), {
    description: 'In the order of columns. Integers beyond 2^53 and binary values are text.',
  }),
  has_more: Type.Boolean({ description: 'Whether the query has more rows than the limit.' }),
  read: Type.Object(
    {
      calls: Nullable(Type.Integer()),
      feedback: Nullable(Type.Integer()),
      objects: Nullable(Type.Integer()),
    },
    { description: 'How many rows of each table the query ran on; null if it does not use the table.' },
  ),
})

export const runSql = endpoint({
  method: 'POST',
  path: '/sql',
  tag: 'calls',
  summary: 'Ask a question in SQL',
  description:
    'Runs one SELECT of SQLite, also where the storage is another engine, on the tables and views `calls`, `traces`, `usage`, `feedback` and `objects`, which hold the rows of this project only. A query that needs too much memory or time fails: narrow it with since and until.',
  request: Type.Object({
    project_id: ProjectId,
    sql: Type.String({ minLength: 1, maxLength: 100_000 }),
    since: Maybe(DateTime(), { description: 'Only calls that started at or after this time.' }),
    until: Maybe(DateTime(), { description: 'Only calls that started before this time.' }),
    limit: Maybe(Type.Integer({ minimum: 1, maximum: 10_000 }), { description: '1000 by default.' }),
  }),
  example: {
    project_id: example.project_id,
    sql: 'select status, count(*) as calls from calls group by status',
    since: '2025-03-01T00:00:00Z',
  },
  reply: SqlReply,
})
