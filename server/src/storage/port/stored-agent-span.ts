import type { AgentSpan, DetailedAgentSpan } from '../../domain/agents/span.ts'
import type {
  AgentDetailListColumn,
  AgentListColumn,
  AgentMessagesColumn,
} from '../../domain/agents/span-columns.ts'
import { JsonText } from '../../json/text.ts'

type JsonColumn = 'custom_attrs' | AgentListColumn
type DetailJsonColumn = AgentDetailListColumn | AgentMessagesColumn

/** A span as engines store it: JSON is text. */
export type StoredAgentSpan = Omit<AgentSpan, JsonColumn> & Readonly<Record<JsonColumn, string>>

export type StoredDetailedAgentSpan = StoredAgentSpan &
  Omit<DetailedAgentSpan, keyof AgentSpan | DetailJsonColumn> &
  Readonly<Record<DetailJsonColumn, string>>

export const storedAgentSpan = (span: DetailedAgentSpan): StoredDetailedAgentSpan => ({
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
})

export const agentSpanFrom = <Row extends StoredAgentSpan>(row: Row) => ({
  ...row,
  custom_attrs: new JsonText(row.custom_attrs),
  finish_reasons: JSON.parse(row.finish_reasons),
  request_stop_sequences: JSON.parse(row.request_stop_sequences),
})

export const detailedAgentSpanFrom = (row: StoredDetailedAgentSpan): DetailedAgentSpan => ({
  ...agentSpanFrom(row),
  system_instructions: JSON.parse(row.system_instructions),
  content_refs: JSON.parse(row.content_refs),
  artifact_refs: JSON.parse(row.artifact_refs),
  object_refs: JSON.parse(row.object_refs),
  input_messages: JSON.parse(row.input_messages),
  output_messages: JSON.parse(row.output_messages),
})
