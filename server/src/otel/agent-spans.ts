import { type DetailedAgentSpan, INVOKE_AGENT } from '../domain/agents/span.ts'
import type { JsonMap, JsonValue } from '../json/tree.ts'
import { textOf } from '../semconv/span-attributes.ts'
import { messagesOf, reasoningIn } from './agent-messages.ts'
import { columnsFrom } from './agent-span-columns.ts'
import { customAttributes } from './custom-attributes.ts'
import type { PlacedSpan } from './placed-span.ts'
import { readSpan } from './read-span.ts'
import type { Span } from './span.ts'
import { spanDump } from './span-dump.ts'
import { spanTimes } from './span-times.ts'

/** Converts an exported span to an agent span. Throws if it cannot be stored. */
export function agentSpanFrom(placed: PlacedSpan, wb_user_id: string): DetailedAgentSpan {
  const { project_id, resource, scope, span, tree, attributes } = readSpan(placed)
  const columns = columnsFrom(attributes)
  const error = errorOf(span)
  return {
    ...columns,
    ...operationOf(span, columns),
    ...eventFallbacks(span, columns),
    provider_name: columns.provider_name?.toLowerCase() ?? null,
    reasoning_content: columns.reasoning_content ?? reasoningIn(attributes.value('output_messages')),
    error_type: columns.error_type ?? error.type,
    project_id,
    trace_id: span.trace_id,
    span_id: span.span_id,
    parent_span_id: span.parent_span_id || null,
    span_name: span.name,
    span_kind: span.kind,
    ...spanTimes(span),
    status_code: span.status.code,
    status_message: error.message,
    wb_user_id,
    custom_attrs: customAttributes(tree),
    raw_span_dump: spanDump(span, tree, scope, resource).text,
  }
}

type Columns = ReturnType<typeof columnsFrom>

/** Prefixes of span names, for spans without an attribute that names the operation. */
const OPERATIONS = [
  'chat',
  INVOKE_AGENT,
  'execute_tool',
  'generate_content',
  'text_completion',
  'embeddings',
  'create_agent',
  'retrieval',
]

function operationOf({ name }: Span, { operation_name, agent_name }: Columns) {
  const [first = ''] = name.split(' ', 1)
  const rest = name.slice(first.length).trim()
  return {
    operation_name: operation_name ?? (OPERATIONS.includes(first) ? first : null),
    agent_name: agent_name ?? (first === INVOKE_AGENT && rest !== '' ? rest : null),
  }
}

/** Some instrumentations put large values into events. */
function eventFallbacks(span: Span, columns: Columns) {
  return {
    tool_call_arguments: columns.tool_call_arguments ?? eventText(span, 'gen_ai.tool.input'),
    tool_call_result: columns.tool_call_result ?? eventText(span, 'gen_ai.tool.output'),
    output_messages:
      columns.output_messages.length > 0
        ? columns.output_messages
        : messagesOf(eventValue(span, 'gen_ai.content.completion', 'gen_ai.completion'), 'assistant'),
  }
}

function eventText(span: Span, name: string): string | null {
  const value = eventValue(span, name, name)
  return value === undefined ? null : textOf(value)
}

/** The value of a key in the last event of a name; all its attributes if it has no such key. */
function eventValue({ events }: Span, name: string, key: string): JsonValue | undefined {
  const attributes: JsonMap | undefined = events.findLast((event) => event.name === name)?.attributes
  if (attributes === undefined || attributes.size === 0) return undefined
  return attributes.get(key) ?? attributes.get('content') ?? attributes
}

/** The error of a failed span, from its last exception if the span itself has none. */
function errorOf({ status, events }: Span): { type: string | null; message: string | null } {
  const exception =
    status.code === 'ERROR' ? events.findLast(({ name }) => name === 'exception')?.attributes : undefined
  const told = (key: string) => {
    const value = exception?.get(key)
    return typeof value === 'string' && value !== '' ? value : null
  }
  return { type: told('exception.type'), message: status.message || told('exception.message') }
}
