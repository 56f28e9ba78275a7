import { JsonNumber } from '../../json/number.ts'
import { type JsonMap, type JsonValue, parseTree } from '../../json/tree.ts'
import { formatDateTime } from '../../time.ts'
import type { AgentSpan, DetailedAgentSpan } from './span.ts'

/** A span without its wide columns, with the custom attributes of these keys. */
export function spanView(span: AgentSpan, attributeKeys: ReadonlySet<string>) {
  return { ...EMPTY_DETAILS, ...narrow(span, (key) => attributeKeys.has(key)) }
}

/** A span with all columns. */
export function detailedSpanView(span: DetailedAgentSpan) {
  const { raw_span_dump, system_instructions, content_refs, artifact_refs, object_refs } = span
  return {
    ...narrow(span, () => true),
    tool_definitions: span.tool_definitions,
    tool_call_arguments: span.tool_call_arguments,
    tool_call_result: span.tool_call_result,
    reasoning_content: span.reasoning_content,
    compaction_summary: span.compaction_summary,
    raw_span_dump,
    system_instructions: [...system_instructions],
    content_refs: [...content_refs],
    artifact_refs: [...artifact_refs],
    object_refs: [...object_refs],
    input_messages: [...span.input_messages],
    output_messages: [...span.output_messages],
  }
}

const EMPTY_DETAILS = {
  tool_definitions: null,
  tool_call_arguments: null,
  tool_call_result: null,
  reasoning_content: null,
  compaction_summary: null,
  raw_span_dump: null,
  system_instructions: [],
  content_refs: [],
  artifact_refs: [],
  object_refs: [],
  input_messages: [],
  output_messages: [],
}

function narrow({ custom_attrs, ...span }: AgentSpan, isShown: (key: string) => boolean) {
  const attributes = [...mapOf(parseTree(custom_attrs))].filter(([key]) => isShown(key))
  return {
    ...span,
    started_at: formatDateTime(span.started_at),
    ended_at: formatDateTime(span.ended_at),
    finish_reasons: [...span.finish_reasons],
    request_stop_sequences: [...span.request_stop_sequences],
    custom_attrs_string: chosen(attributes, (value) => (typeof value === 'string' ? value : undefined)),
    custom_attrs_int: chosen(attributes, integer),
    custom_attrs_float: chosen(attributes, fraction),
    custom_attrs_bool: chosen(attributes, (value) => (typeof value === 'boolean' ? value : undefined)),
  }
}

const mapOf = (tree: JsonValue): JsonMap => (tree instanceof Map ? tree : new Map())

/** As sent: of 64 bits, a number has room for 53. */
const integer = (value: JsonValue): JsonNumber | undefined =>
  value instanceof JsonNumber && value.isInteger ? value : undefined

const fraction = (value: JsonValue): number | undefined =>
  value instanceof JsonNumber && !value.isInteger ? value.toNumber() : undefined

/** The attributes for which `read` returns a value. */
function chosen<Value>(
  attributes: readonly [string, JsonValue][],
  read: (value: JsonValue) => Value | undefined,
): Record<string, Value> {
  const found = attributes.flatMap(([key, value]) => {
    const shown = read(value)
    return shown === undefined ? [] : [[key, shown] as const]
  })
  return Object.fromEntries(found)
}
