import type { TableSpec } from './ddl.ts'
import { RECORD_COLUMNS, RECORD_ENGINE } from './record.ts'

export const QUEUE_TABLES: readonly TableSpec[] = [
  {
    name: 'annotation_queues',
    columns: [
      'project_id String',
      'id String',
      'name String',
      'description String',
      'scorer_refs String',
      'created_at Int64',
      'created_by String',
      'updated_at Int64',
      'deleted_at Nullable(Int64)',
      ...RECORD_COLUMNS,
    ],
    engine: RECORD_ENGINE,
    orderBy: ['project_id', 'id'],
  },
  {
    name: 'annotation_queue_items',
    columns: [
      'project_id String',
      'id String',
      'queue_id String',
      'call_id String',
      'call_started_at Int64',
      'call_ended_at Nullable(Int64)',
      'call_op_name String',
      'call_trace_id String',
      'display_fields String',
      'added_by String',
      'annotation_state LowCardinality(String)',
      'annotator_user_id Nullable(String)',
      'created_at Int64',
      'created_by String',
      'updated_at Int64',
      ...RECORD_COLUMNS,
    ],
    engine: RECORD_ENGINE,
    orderBy: ['project_id', 'id'],
  },
  {
    // Every report is kept, because a later one may have an earlier time.
    name: 'annotation_progress',
    columns: [
      'project_id String',
      'item_id String',
      'annotator_user_id String',
      'updated_at Int64',
      'annotation_state LowCardinality(String)',
      ...RECORD_COLUMNS,
    ],
    engine: RECORD_ENGINE,
    orderBy: ['project_id', 'item_id', 'annotator_user_id', 'updated_at'],
    shardBy: ['project_id', 'item_id'],
  },
]
