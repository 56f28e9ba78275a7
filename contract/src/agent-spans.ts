import type { Static, TSchema } from 'typebox'
import * as Type from 'typebox'
import {
  AgentSortBy,
  AttributeMap,
  filtersNotServed,
  includeCosts,
  SpanGroupFilter,
  SpanGroupRef,
  SpanMeasureSpec,
  SpanValueRef,
  startedFields,
} from './agent-fields.ts'
import { endpoint } from './endpoint.ts'
import { example } from './examples.ts'
import { QueryField } from './query.ts'
import { DateTime, Maybe, MEASURES_MAX, Nullable, ProjectId, page, SortKeys } from './schema.ts'

export const SpanStatus = Type.Union([Type.Literal('UNSET'), Type.Literal('OK'), Type.Literal('ERROR')])

const SpanKind = Type.Union([
  Type.Literal('UNSPECIFIED'),
  Type.Literal('INTERNAL'),
  Type.Literal('SERVER'),
  Type.Literal('CLIENT'),
  Type.Literal('PRODUCER'),
  Type.Literal('CONSUMER'),
])

const Texts = Type.Array(Type.String())
const text = Nullable(Type.String())
const integer = Nullable(Type.Integer())
const number = Nullable(Type.Number())

const messages = Type.Array(
  Type.Object({
    role: Type.String(),
    content: Type.String({ description: 'Text, or the JSON text of a list of parts.' }),
    finish_reason: Type.String(),
  }),
)

export type AgentSpanRecord = Static<typeof AgentSpanRecord>
export const AgentSpanRecord = Type.Object({
  project_id: Type.String(),
  trace_id: Type.String(),
  span_id: Type.String(),
  parent_span_id: text,
  span_name: Type.String(),
  span_kind: SpanKind,
  started_at: DateTime(),
  ended_at: DateTime(),
  status_code: SpanStatus,
  status_message: text,
  wb_user_id: Type.String(),
  ...each(text, [
    'operation_name',
    'provider_name',
    'agent_name',
    'agent_id',
    'agent_description',
    'agent_version',
    'request_model',
    'response_model',
    'response_id',
    'conversation_id',
    'conversation_name',
    'tool_name',
    'tool_type',
    'tool_call_id',
    'tool_description',
    'output_type',
    'error_type',
    'server_address',
    'eval_run_id',
    'eval_predict_and_score_call_id',
    'eval_kind',
    'eval_row_digest',
    'eval_example_id',
    'eval_evaluation_name',
    'parent_call_id',
    'parent_call_trace_id',
    'wb_run_id',
  ]),
  ...each(integer, [
    'input_tokens',
    'output_tokens',
    'reasoning_tokens',
    'cache_creation_input_tokens',
    'cache_read_input_tokens',
    'request_max_tokens',
    'request_seed',
    'request_choice_count',
    'server_port',
    'compaction_items_before',
    'compaction_items_after',
    'eval_trial_index',
    'wb_run_step',
    'wb_run_step_end',
  ]),
  ...each(number, [
    'request_temperature',
    'request_top_p',
    'request_frequency_penalty',
    'request_presence_penalty',
  ]),
  finish_reasons: Texts,
  request_stop_sequences: Texts,
  custom_attrs_string: Type.Record(Type.String(), Type.String()),
  custom_attrs_int: Type.Record(Type.String(), Type.Number()),
  custom_attrs_float: Type.Record(Type.String(), Type.Number()),
  custom_attrs_bool: Type.Record(Type.String(), Type.Boolean()),
  ...each(text, [
    'tool_definitions',
    'tool_call_arguments',
    'tool_call_result',
    'reasoning_content',
    'compaction_summary',
    'raw_span_dump',
  ]),
  system_instructions: Texts,
  content_refs: Texts,
  artifact_refs: Texts,
  object_refs: Texts,
  input_messages: messages,
  output_messages: messages,
})

export type SpanGroupRecord = Static<typeof SpanGroupRecord>
export const SpanGroupRecord = Type.Object({
  group_keys: Type.Record(
    Type.String(),
    Type.Union([Type.String(), Type.Number(), Type.Boolean(), Type.Null()]),
    { description: 'By the alias of each part of `group_by`.' },
  ),
  ...each(Type.Integer(), [
    'span_count',
    'invocation_count',
    'conversation_count',
    'error_count',
    'total_input_tokens',
    'total_output_tokens',
    'total_reasoning_tokens',
    'total_cache_creation_input_tokens',
    'total_cache_read_input_tokens',
    'total_duration_ms',
  ]),
  first_seen: DateTime(),
  last_seen: DateTime(),
  ...each(Texts, ['agent_names', 'agent_versions', 'conversation_names', 'provider_names', 'request_models']),
  metrics: Type.Record(Type.String(), Type.Union([Type.String(), Type.Number(), Type.Null()]), {
    description: 'By the alias of each of `measures`.',
  }),
  distributions: Type.Object({}, { description: 'Always empty.' }),
  ...each(number, ['total_cost_usd', 'total_input_cost_usd', 'total_output_cost_usd']),
})

export const queryAgentSpans = endpoint({
  method: 'POST',
  path: '/agents/spans/query',
  tag: 'agents',
  summary: 'Find agent spans, one by one or in groups',
  description:
    'A `query` names a column (`agent_name`), an attribute that fills one (`gen_ai.agent.name`, ' +
    '`weave.agent.name`, `agent.name`) or any custom attribute. With `group_by` the response has groups and no ' +
    'spans; groups are sorted by their own fields, by aliases of keys or by aliases of measures.',
  request: Type.Object({
    project_id: ProjectId,
    query: QueryField,
    ...startedFields,
    group_by: Maybe(Type.Array(SpanGroupRef, { maxItems: MEASURES_MAX })),
    measures: Maybe(Type.Array(SpanMeasureSpec, { maxItems: MEASURES_MAX })),
    group_filters: Maybe(Type.Array(SpanGroupFilter, { maxItems: MEASURES_MAX })),
    group_distributions: Maybe(Type.Array(Type.Unknown()), {
      description: 'Not supported: must be empty.',
    }),
    ...filtersNotServed,
    custom_attr_columns: Maybe(Type.Array(SpanValueRef), {
      description: 'The custom attributes to return without include_details.',
    }),
    include_details: Maybe(Type.Boolean(), {
      description: 'Also return messages, tool payloads, refs, all custom attributes and the whole span.',
    }),
    include_costs: includeCosts,
    sort_by: Maybe(SortKeys(AgentSortBy), { description: 'Latest first by default.' }),
    ...page,
  }),
  example: {
    project_id: example.project_id,
    query: { $expr: { $eq: [{ $getField: 'agent_name' }, { $literal: example.agent_name }] } },
    limit: 100,
  },
  reply: Type.Object({
    spans: Type.Array(AgentSpanRecord),
    groups: Type.Array(SpanGroupRecord),
    total_count: Type.Integer({ description: 'Number of spans or groups on all pages.' }),
  }),
})

export const readAgentAttributes = endpoint({
  method: 'POST',
  path: '/agents/spans/custom-attrs/schema',
  tag: 'agents',
  summary: 'List the custom attributes of agent spans',
  request: Type.Object({ project_id: ProjectId, query: QueryField, ...startedFields, ...page }),
  example: { project_id: example.project_id, limit: 200 },
  reply: Type.Object({
    attributes: Type.Array(
      Type.Object({
        source: AttributeMap,
        key: Type.String(),
        value_type: Type.Union([
          Type.Literal('string'),
          Type.Literal('int'),
          Type.Literal('float'),
          Type.Literal('bool'),
        ]),
        span_count: Type.Integer(),
      }),
    ),
    limit: Type.Integer(),
    offset: Type.Integer(),
    has_more: Type.Boolean(),
  }),
})

/** Fields of one type. */
function each<const Name extends string, Schema extends TSchema>(schema: Schema, names: readonly Name[]) {
  return Object.fromEntries(names.map((name) => [name, schema])) as Record<Name, Schema>
}
