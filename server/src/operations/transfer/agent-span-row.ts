import type { AgentMessage, DetailedAgentSpan } from '../../domain/agents/span.ts'
import {
  AGENT_DETAIL_LIST_COLUMNS,
  AGENT_DETAIL_TEXT_COLUMNS,
  AGENT_FLOAT_COLUMNS,
  AGENT_INTEGER_COLUMNS,
  AGENT_LIST_COLUMNS,
  AGENT_MESSAGES_COLUMNS,
  AGENT_TEXT_COLUMNS,
} from '../../domain/agents/span-columns.ts'
import { type Codec, json, list, nullable, number, object, oneOf, text } from './codec.ts'

const name = nullable(text)

/** The same codec for several columns. */
function each<Name extends string, Value>(
  names: readonly Name[],
  codec: Codec<Value>,
): { readonly [Each in Name]: Codec<Value> } {
  return Object.fromEntries(names.map((column) => [column, codec])) as { [Each in Name]: Codec<Value> }
}

const messages = list(object<AgentMessage>({ role: text, content: text, finish_reason: text }))

/** How an agent span is written to an export. */
export const agentSpan = object<DetailedAgentSpan>({
  project_id: text,
  trace_id: text,
  span_id: text,
  parent_span_id: name,
  span_name: text,
  span_kind: oneOf('UNSPECIFIED', 'INTERNAL', 'SERVER', 'CLIENT', 'PRODUCER', 'CONSUMER'),
  started_at: number,
  ended_at: number,
  status_code: oneOf('UNSET', 'OK', 'ERROR'),
  status_message: name,
  wb_user_id: text,
  custom_attrs: json,
  raw_span_dump: text,
  ...each([...AGENT_TEXT_COLUMNS, ...AGENT_DETAIL_TEXT_COLUMNS], name),
  ...each([...AGENT_INTEGER_COLUMNS, ...AGENT_FLOAT_COLUMNS], nullable(number)),
  ...each([...AGENT_LIST_COLUMNS, ...AGENT_DETAIL_LIST_COLUMNS], list(text)),
  ...each(AGENT_MESSAGES_COLUMNS, messages),
})
