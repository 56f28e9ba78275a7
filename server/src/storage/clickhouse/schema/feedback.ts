import type { TableSpec } from './ddl.ts'
import { RECORD_COLUMNS, RECORD_ENGINE } from './record.ts'

/** Lists and maps are JSON. */
export const FEEDBACK: TableSpec = {
  name: 'feedback',
  columns: [
    'project_id LowCardinality(String)',
    'id String',
    'weave_ref String',
    'wb_user_id String',
    'creator Nullable(String)',
    'created_at Int64',
    'feedback_type String',
    'payload String CODEC(ZSTD(1))',
    'annotation_ref Nullable(String)',
    'runnable_ref Nullable(String)',
    'call_ref Nullable(String)',
    'trigger_ref Nullable(String)',
    'queue_id Nullable(String)',
    'scorer_tags String',
    'scorer_tag_reasons String',
    'scorer_tag_confidences String',
    'scorer_ratings String',
    'scorer_rating_reasons String',
    'scorer_rating_confidences String',
    'span_agent_name String',
    'span_agent_version String',
    'span_conversation_id String',
    'span_trace_id String',
    'scorer_trace_id String',
    'span_status_code String',
    ...RECORD_COLUMNS,
    'INDEX by_ref weave_ref TYPE bloom_filter(0.01) GRANULARITY 1',
  ],
  engine: RECORD_ENGINE,
  orderBy: ['project_id', 'id'],
  // What replaces a row is stored together with its removal.
  shardBy: ['project_id'],
  settings: { index_granularity: 1024 },
}
