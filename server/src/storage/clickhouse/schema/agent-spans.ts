import {
  AGENT_DETAIL_LIST_COLUMNS,
  AGENT_DETAIL_TEXT_COLUMNS,
  AGENT_FLOAT_COLUMNS,
  AGENT_INTEGER_COLUMNS,
  AGENT_LIST_COLUMNS,
  AGENT_MESSAGES_COLUMNS,
  AGENT_TEXT_COLUMNS,
} from '../../../domain/agents/span-columns.ts'
import type { TableSpec } from './ddl.ts'
import { RECORD_COLUMNS, RECORD_ENGINE } from './record.ts'

const each = (names: readonly string[], type: string) => names.map((name) => `${name} ${type}`)

/** Lists are JSON. Integers are doubles, which hold every one that a number of JavaScript does. */
export const AGENT_SPANS: TableSpec = {
  name: 'agent_spans',
  columns: [
    'project_id LowCardinality(String)',
    'trace_id String',
    'span_id String',
    'parent_span_id Nullable(String)',
    'span_name String',
    'span_kind LowCardinality(String)',
    'started_at Int64',
    'ended_at Int64',
    'status_code LowCardinality(String)',
    'status_message Nullable(String)',
    'wb_user_id String',
    'custom_attrs String CODEC(ZSTD(1))',
    ...each(AGENT_TEXT_COLUMNS, 'Nullable(String)'),
    ...each(AGENT_INTEGER_COLUMNS, 'Nullable(Float64)'),
    ...each(AGENT_FLOAT_COLUMNS, 'Nullable(Float64)'),
    ...each(AGENT_LIST_COLUMNS, 'String'),
    ...each(AGENT_DETAIL_TEXT_COLUMNS, 'Nullable(String) CODEC(ZSTD(1))'),
    ...each(AGENT_DETAIL_LIST_COLUMNS, 'String CODEC(ZSTD(1))'),
    ...each(AGENT_MESSAGES_COLUMNS, 'String CODEC(ZSTD(1))'),
    'raw_span_dump String CODEC(ZSTD(1))',
    'size_bytes UInt64 DEFAULT length(raw_span_dump)',
    ...RECORD_COLUMNS,
  ],
  engine: RECORD_ENGINE,
  orderBy: ['project_id', 'trace_id', 'span_id'],
  settings: { index_granularity: 1024 },
}
