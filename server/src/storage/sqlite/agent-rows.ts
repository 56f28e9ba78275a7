import type { AgentSpan, DetailedAgentSpan } from '../../domain/agents/span.ts'
import {
  AGENT_DETAIL_LIST_COLUMNS,
  AGENT_DETAIL_TEXT_COLUMNS,
  AGENT_FLOAT_COLUMNS,
  AGENT_INTEGER_COLUMNS,
  AGENT_LIST_COLUMNS,
  AGENT_MESSAGES_COLUMNS,
  AGENT_TEXT_COLUMNS,
  type AgentDetailListColumn,
  type AgentListColumn,
  type AgentMessagesColumn,
} from '../../domain/agents/span-columns.ts'
import { JsonText } from '../../json/text.ts'

type JsonColumn = 'custom_attrs' | AgentListColumn
type DetailJsonColumn = AgentDetailListColumn | AgentMessagesColumn

/** A span as stored: the project is a number and JSON is text. */
export type AgentSpanRow = Omit<AgentSpan, 'project_id' | JsonColumn> & Readonly<Record<JsonColumn, string>>

export type DetailedAgentSpanRow = AgentSpanRow &
  Omit<DetailedAgentSpan, keyof AgentSpan | DetailJsonColumn> &
  Readonly<Record<DetailJsonColumn, string>>

/** A span with its project, as sent to the writer thread. */
export type AgentSpanMessage = DetailedAgentSpanRow & { readonly project_id: string }

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

export function toRow(span: DetailedAgentSpan): AgentSpanMessage {
  return {
    ...span,
    custom_attrs: span.custom_attrs.text,
    finish_reasons: JSON.stringify(span.finish_reasons),
    request_stop_sequences: JSON.stringify(span.request_stop_sequences),
    system_instructions: JSON.stringify(span.system_instructions),
    content_refs: JSON.stringify(span.content_refs),
    artifact_refs: JSON.stringify(span.artifact_refs),
    object_refs: JSON.stringify(span.object_refs),
    input_messages: JSON.stringify(span.input_messages),
    output_messages: JSON.stringify(span.output_messages),
  }
}

export function fromRow<Row extends AgentSpanRow>(project_id: string, row: Row) {
  return {
    ...row,
    project_id,
    custom_attrs: new JsonText(row.custom_attrs),
    finish_reasons: JSON.parse(row.finish_reasons),
    request_stop_sequences: JSON.parse(row.request_stop_sequences),
  }
}

export function fromDetailedRow(project_id: string, row: DetailedAgentSpanRow): DetailedAgentSpan {
  return {
    ...fromRow(project_id, row),
    system_instructions: JSON.parse(row.system_instructions),
    content_refs: JSON.parse(row.content_refs),
    artifact_refs: JSON.parse(row.artifact_refs),
    object_refs: JSON.parse(row.object_refs),
    input_messages: JSON.parse(row.input_messages),
    output_messages: JSON.parse(row.output_messages),
  }
}
