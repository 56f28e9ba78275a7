import {
  AGENT_DETAIL_LIST_COLUMNS,
  AGENT_DETAIL_TEXT_COLUMNS,
  AGENT_FLOAT_COLUMNS,
  AGENT_INTEGER_COLUMNS,
  AGENT_LIST_COLUMNS,
  AGENT_MESSAGES_COLUMNS,
  AGENT_TEXT_COLUMNS,
} from '../../domain/agents/span-columns.ts'
import type { StoredAgentSpan, StoredDetailedAgentSpan } from '../port/stored-agent-span.ts'

/** A span as stored: the project is a number. */
export type AgentSpanRow = Omit<StoredAgentSpan, 'project_id'>

export type DetailedAgentSpanRow = Omit<StoredDetailedAgentSpan, 'project_id'>

const CORE_COLUMNS = [
  'trace_id',
  'span_id',
  'parent_span_id',
  'span_name',
  'span_kind',
  'started_at',
  'ended_at',
  'status_code',
  'status_message',
  'wb_user_id',
  'custom_attrs',
] as const satisfies readonly (keyof AgentSpanRow)[]

export const AGENT_SPAN_COLUMNS: readonly (keyof AgentSpanRow)[] = [
  ...CORE_COLUMNS,
  ...AGENT_TEXT_COLUMNS,
  ...AGENT_INTEGER_COLUMNS,
  ...AGENT_FLOAT_COLUMNS,
  ...AGENT_LIST_COLUMNS,
]

export const DETAILED_COLUMNS: readonly (keyof DetailedAgentSpanRow)[] = [
  ...AGENT_SPAN_COLUMNS,
  ...AGENT_DETAIL_TEXT_COLUMNS,
  ...AGENT_DETAIL_LIST_COLUMNS,
  ...AGENT_MESSAGES_COLUMNS,
  'raw_span_dump',
]
