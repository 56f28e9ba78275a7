import {
  AGENT_DETAIL_LIST_COLUMNS,
  AGENT_DETAIL_TEXT_COLUMNS,
  AGENT_FLOAT_COLUMNS,
  AGENT_INTEGER_COLUMNS,
  AGENT_LIST_COLUMNS,
  AGENT_TEXT_COLUMNS,
  type AgentIntegerColumn,
} from '../domain/agents/span-columns.ts'
import type { SpanAttributes } from '../semconv/span-attributes.ts'
import { messagesOf, textsOf } from './agent-messages.ts'

/** Every column that is filled from attributes; null or empty if the span has no such attribute. */
export function columnsFrom(attributes: SpanAttributes) {
  return {
    ...eachColumn(AGENT_TEXT_COLUMNS, (name) => attributes.text(name) ?? null),
    ...eachColumn(AGENT_DETAIL_TEXT_COLUMNS, (name) => attributes.text(name) ?? null),
    ...eachColumn(AGENT_INTEGER_COLUMNS, (name) => attributes.number(name, isInteger(name)) ?? null),
    ...eachColumn(AGENT_FLOAT_COLUMNS, (name) => attributes.number(name, Number.isFinite) ?? null),
    ...eachColumn(AGENT_LIST_COLUMNS, (name) => textsOf(attributes.value(name))),
    ...eachColumn(AGENT_DETAIL_LIST_COLUMNS, (name) => textsOf(attributes.value(name))),
    input_messages: messagesOf(attributes.value('input_messages'), 'user'),
    output_messages: messagesOf(attributes.value('output_messages'), 'assistant'),
  }
}

/** Only a seed may be negative; everything else counts something. */
const isInteger = (name: AgentIntegerColumn) => (value: number) =>
  Number.isSafeInteger(value) && (value >= 0 || name === 'request_seed')

function eachColumn<Name extends string, Value>(
  names: readonly Name[],
  read: (name: Name) => Value,
): Record<Name, Value> {
  const entries = names.map((name) => [name, read(name)] as const)
  // Object.fromEntries widens the keys to string.
  return Object.fromEntries(entries) as Record<Name, Value>
}
