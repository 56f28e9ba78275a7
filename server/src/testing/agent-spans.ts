import type { DetailedAgentSpan } from '../domain/agents/span.ts'
import { EMPTY_OBJECT } from '../json/text.ts'
import { columnsFrom } from '../otel/agent-span-columns.ts'
import { SpanAttributes } from '../semconv/span-attributes.ts'

/** A span of one millisecond, whose columns are all empty but those given. */
export function agentSpan(
  project_id: string,
  span_id: string,
  fields: Partial<DetailedAgentSpan> = {},
): DetailedAgentSpan {
  return {
    ...columnsFrom(new SpanAttributes(new Map())),
    parent_span_id: null,
    status_message: null,
    project_id,
    trace_id: 'trace',
    span_id,
    span_name: 'chat',
    span_kind: 'INTERNAL',
    started_at: 1_000,
    ended_at: 2_000,
    status_code: 'UNSET',
    wb_user_id: 'user',
    custom_attrs: EMPTY_OBJECT,
    raw_span_dump: '{}',
    ...fields,
  }
}
