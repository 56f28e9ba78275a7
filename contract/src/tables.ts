import type { Static } from 'typebox'
import * as Type from 'typebox'
import { endpoint } from './endpoint.ts'
import { example } from './examples.ts'
import { QueryField } from './query.ts'
import { Direction, Maybe, MaybeTexts, Nullable, PayloadObject, ProjectId, page, SortKeys } from './schema.ts'

const ExpectedDigest = Maybe(Type.String(), {
  description: 'Fails with 409 if the table has a different digest.',
})

/** One of the three, applied to the result of the previous updates. */
export type TableUpdate = Static<typeof TableUpdate>
export const TableUpdate = Type.Object({
  append: Maybe(Type.Object({ row: PayloadObject() })),
  pop: Maybe(Type.Object({ index: Type.Integer() })),
  insert: Maybe(Type.Object({ index: Type.Integer(), row: PayloadObject() })),
})

export type TableSortBy = Static<typeof TableSortBy>
export const TableSortBy = Type.Object({
  field: Type.String({
    description: 'A column, or a dotted path into one; `\\.` is a dot inside a name.',
  }),
  direction: Maybe(Direction, { description: 'Required, under this name or as order.' }),
  order: Maybe(Direction, { description: 'Alias of direction.' }),
})

export type TableRowRecord = Static<typeof TableRowRecord>
export const TableRowRecord = Type.Object({
  digest: Type.String(),
  val: Type.Unknown(),
  original_index: Type.Integer({
    description: '0-based position in the whole table, regardless of filter and sort.',
  }),
})

export type TableQueryRequest = Static<typeof TableQueryRequest>
export const TableQueryRequest = Type.Object({
  project_id: ProjectId,
  digest: Type.String(),
  filter: Maybe(
    Type.Object({
      row_digests: MaybeTexts({ description: 'Only these rows; all if empty.' }),
    }),
  ),
  query: QueryField,
  ...page,
  sort_by: Maybe(SortKeys(TableSortBy), { description: 'In the order of the table by default.' }),
})

const queryExample = {
  project_id: example.project_id,
  digest: example.table_digest,
  sort_by: [{ field: 'a', direction: 'desc' as const }],
  limit: 10,
}

export const createTable = endpoint({
  method: 'POST',
  path: '/table/create',
  bodySize: 'payload',
  tag: 'tables',
  summary: 'Store a table',
  description: 'Storing the same rows again returns the same digests.',
  request: Type.Object({
    table: Type.Object({
      project_id: ProjectId,
      rows: Type.Array(PayloadObject()),
      expected_digest: ExpectedDigest,
    }),
  }),
  example: { table: { project_id: example.project_id, rows: example.rows } },
  reply: Type.Object({
    digest: Type.String(),
    row_digests: Type.Array(Type.String(), { description: 'In the order of the rows.' }),
  }),
})

export const createTableFromDigests = endpoint({
  method: 'POST',
  path: '/table/create_from_digests',
  bodySize: 'payload',
  tag: 'tables',
  summary: 'Store a table of existing rows',
  description: 'Unknown rows are not an error; queries skip them.',
  request: Type.Object({
    project_id: ProjectId,
    row_digests: Type.Array(Type.String()),
    expected_digest: ExpectedDigest,
  }),
  example: { project_id: example.project_id, row_digests: example.row_digests },
  reply: Type.Object({ digest: Type.String() }),
})

export const updateTable = endpoint({
  method: 'POST',
  path: '/table/update',
  bodySize: 'payload',
  tag: 'tables',
  summary: 'Store a changed copy of a table',
  request: Type.Object({
    project_id: ProjectId,
    base_digest: Type.String(),
    updates: Type.Array(TableUpdate, { maxItems: 100_000 }),
  }),
  example: {
    project_id: example.project_id,
    base_digest: example.table_digest,
    updates: [{ append: { row: { q: '3+3?', a: '6' } } }, { pop: { index: 0 } }],
  },
  reply: Type.Object({
    digest: Type.String(),
    updated_row_digests: Type.Array(Type.String(), {
      description: 'The row that each update added or removed.',
    }),
  }),
})

export const queryTable = endpoint({
  method: 'POST',
  path: '/table/query',
  tag: 'tables',
  summary: 'Read rows of a table',
  description: 'An unknown table has no rows.',
  request: TableQueryRequest,
  example: queryExample,
  reply: Type.Object({ rows: Type.Array(TableRowRecord) }),
})

export const streamTable = endpoint({
  method: 'POST',
  path: '/table/query_stream',
  tag: 'tables',
  summary: 'Read rows of a table, one per line',
  request: TableQueryRequest,
  example: queryExample,
  reply: TableRowRecord,
  replyAs: 'lines',
})

export const countTableRows = endpoint({
  method: 'POST',
  path: '/table/query_stats',
  tag: 'tables',
  summary: 'Count the rows of a table',
  request: Type.Object({ project_id: ProjectId, digest: Type.String() }),
  example: { project_id: example.project_id, digest: example.table_digest },
  reply: Type.Object({ count: Type.Integer({ description: '0 if the table is unknown.' }) }),
})

export const measureTables = endpoint({
  method: 'POST',
  path: '/table/query_stats_batch',
  tag: 'tables',
  summary: 'Count the rows of many tables',
  request: Type.Object({
    project_id: ProjectId,
    digests: MaybeTexts(),
    include_storage_size: Maybe(Type.Boolean()),
  }),
  example: { project_id: example.project_id, digests: [example.table_digest], include_storage_size: true },
  reply: Type.Object({
    tables: Type.Array(
      Type.Object({
        digest: Type.String(),
        count: Type.Integer(),
        storage_size_bytes: Nullable(Type.Integer()),
      }),
      { description: 'Unknown tables are left out.' },
    ),
  }),
})
