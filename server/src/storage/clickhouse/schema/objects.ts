import type { TableSpec } from './ddl.ts'
import { RECORD_COLUMNS, RECORD_ENGINE } from './record.ts'

const NAME = ['project_id LowCardinality(String)', 'object_id String']

export const OBJECT_TABLES: readonly TableSpec[] = [
  {
    // What happened to each version, in the order of `version`: publications and deletions.
    name: 'object_events',
    columns: [
      ...NAME,
      'kind LowCardinality(String)',
      'digest String',
      'version UInt64',
      "event Enum8('publish' = 1, 'delete' = 2)",
      'base_object_class Nullable(String)',
      'leaf_object_class Nullable(String)',
      'wb_user_id String',
      'created_at Int64',
      'deleted_at Int64',
      'size_bytes UInt64',
    ],
    engine: 'ReplacingMergeTree',
    orderBy: ['project_id', 'object_id', 'kind', 'digest', 'version'],
    shardBy: ['project_id', 'object_id'],
  },
  {
    name: 'object_values',
    columns: [
      ...NAME,
      'kind LowCardinality(String)',
      'digest String',
      'val String CODEC(ZSTD(1))',
      'size_bytes UInt64 DEFAULT length(val)',
    ],
    engine: 'ReplacingMergeTree',
    orderBy: ['project_id', 'object_id', 'digest', 'kind'],
    shardBy: ['project_id', 'object_id'],
    settings: { index_granularity: 256 },
  },
  {
    name: 'object_tags',
    columns: [...NAME, 'digest String', 'tag String', ...RECORD_COLUMNS],
    engine: RECORD_ENGINE,
    orderBy: ['project_id', 'object_id', 'digest', 'tag'],
    shardBy: ['project_id', 'object_id'],
  },
  {
    name: 'object_aliases',
    columns: [...NAME, 'alias String', 'digest String', ...RECORD_COLUMNS],
    engine: RECORD_ENGINE,
    orderBy: ['project_id', 'object_id', 'alias'],
    shardBy: ['project_id', 'object_id'],
  },
]
