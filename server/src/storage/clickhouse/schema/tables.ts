import type { TableSpec } from './ddl.ts'

/** Rows and tables never change: those with one key are equal. */
export const TABLE_TABLES: readonly TableSpec[] = [
  {
    name: 'tables',
    columns: ['project_id LowCardinality(String)', 'digest String', 'row_digests Array(String)'],
    engine: 'ReplacingMergeTree',
    orderBy: ['project_id', 'digest'],
    settings: { index_granularity: 64 },
  },
  {
    name: 'table_rows',
    columns: [
      'project_id LowCardinality(String)',
      'digest String',
      'val String CODEC(ZSTD(1))',
      'size_bytes UInt64 DEFAULT length(val)',
    ],
    engine: 'ReplacingMergeTree',
    orderBy: ['project_id', 'digest'],
    settings: { index_granularity: 1024 },
  },
]
