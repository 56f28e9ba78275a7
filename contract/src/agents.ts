import Type, { type Static } from 'typebox'
import { AgentSortBy, includeCosts, startedFields } from './agent-fields.ts'
import { endpoint } from './endpoint.ts'
import { example } from './examples.ts'
import { exportTraces } from './otel.ts'
import { DateTime, Maybe, Nullable, ProjectId, page, SortKeys } from './schema.ts'

export const exportAgentSpans = endpoint({
  method: 'POST',
  path: '/agents/otel/v1/traces',
  bodySize: 'payload',
  tag: 'agents',
  summary: 'Record the spans of an OpenTelemetry exporter as steps of agents',
  description:
    'Takes the same exports as `/otel/v1/traces`, and answers in the same way. The spans are kept apart from ' +
    'calls, and read with the other operations of this group. A span that is sent again takes its own place.',
  request: exportTraces.request,
  requestAs: 'otlp',
  example: exportTraces.example,
  reply: exportTraces.reply,
})

const totals = {
  project_id: Type.String(),
  agent_name: Type.String(),
  invocation_count: Type.Integer({ description: 'Spans of the operation invoke_agent.' }),
  span_count: Type.Integer(),
  total_input_tokens: Type.Integer(),
  total_output_tokens: Type.Integer(),
  total_duration_ms: Type.Integer({ description: 'Of all spans, those inside others too.' }),
  error_count: Type.Integer(),
  first_seen: DateTime(),
  last_seen: DateTime(),
  total_cost_usd: Nullable(Type.Number()),
}

export type AgentRecord = Static<typeof AgentRecord>
export const AgentRecord = Type.Object(totals)

const listFields = {
  include_costs: includeCosts,
  sort_by: Maybe(SortKeys(AgentSortBy), {
    description: 'By fields of the reply; those seen last come first by default.',
  }),
  ...page,
}

export const queryAgents = endpoint({
  method: 'POST',
  path: '/agents/query',
  tag: 'agents',
  summary: 'List the agents of a project',
  request: Type.Object({
    project_id: ProjectId,
    filters: Maybe(Type.Object({ agent_name: Maybe(Type.String()) })),
    ...listFields,
  }),
  example: { project_id: example.project_id, sort_by: [{ field: 'span_count', direction: 'desc' }] },
  reply: Type.Object({ agents: Type.Array(AgentRecord), total_count: Type.Integer() }),
})

export const queryAgentVersions = endpoint({
  method: 'POST',
  path: '/agents/agent-versions/query',
  tag: 'agents',
  summary: 'List the versions of an agent',
  description: 'Spans without a version are the version with the empty name.',
  request: Type.Object({ project_id: ProjectId, agent_name: Type.String(), ...listFields }),
  example: { project_id: example.project_id, agent_name: example.agent_name },
  reply: Type.Object({
    versions: Type.Array(Type.Object({ ...totals, agent_version: Type.String() })),
    total_count: Type.Integer(),
  }),
})

export const deleteAgentSpans = endpoint({
  method: 'POST',
  path: '/agents/spans/delete',
  tag: 'agents',
  summary: 'Delete agent spans by trace, conversation or id',
  description:
    'Deletes every span that one of the lists names; at least one list is required, with at most 1000 ids in all of them ' +
    'together. Spans below a deleted one stay, as does feedback. A span that is sent again later is stored again.',
  request: Type.Object({
    project_id: ProjectId,
    trace_ids: Maybe(Type.Array(Type.String())),
    conversation_ids: Maybe(Type.Array(Type.String())),
    span_ids: Maybe(Type.Array(Type.String()), {
      description: 'Of any trace in the project.',
    }),
  }),
  example: { project_id: example.project_id, conversation_ids: [example.conversation_id] },
  reply: Type.Object({ num_deleted: Type.Integer({ description: 'How many spans there were to delete.' }) }),
})

export type MessageRole = Static<typeof MessageRole>
export const MessageRole = Type.Union([
  Type.Literal(''),
  Type.Literal('user'),
  Type.Literal('assistant'),
  Type.Literal('system'),
  Type.Literal('tool'),
  Type.Literal('tool_call'),
  Type.Literal('tool_result'),
])

export const searchAgents = endpoint({
  method: 'POST',
  path: '/agents/search',
  tag: 'agents',
  summary: 'Search what agents and users said',
  description:
    'Looks for a text in messages, in system instructions, and in what tools were given and gave back; the ' +
    'latest come first. A message that spans repeat word for word counts once in its conversation.',
  request: Type.Object({
    project_id: ProjectId,
    query: Maybe(Type.String(), { description: 'In any case. Empty finds every message.' }),
    agent_name: Maybe(Type.String()),
    conversation_id: Maybe(Type.String()),
    trace_id: Maybe(Type.String()),
    provider_name: Maybe(Type.String()),
    request_model: Maybe(Type.String()),
    roles: Maybe(Type.Array(MessageRole)),
    truncate_content: Maybe(Type.Boolean(), {
      description: 'Show the first 500 characters of a message only, which is the default.',
    }),
    ...startedFields,
    limit: Maybe(Type.Integer({ minimum: 0, maximum: 1000 }), {
      description: 'At most this many messages; 20 by default.',
    }),
    offset: Maybe(Type.Integer({ minimum: 0 }), { description: 'Skip this many messages.' }),
  }),
  example: { project_id: example.project_id, query: 'paris' },
  reply: Type.Object({
    results: Type.Array(
      Type.Object({
        conversation_id: Type.String({ description: 'Empty for spans of no conversation.' }),
        conversation_name: Type.String(),
        agent_name: Type.String(),
        last_activity: DateTime({ description: 'When the latest of its messages here was sent.' }),
        matched_messages: Type.Array(
          Type.Object({
            span_id: Type.String(),
            trace_id: Type.String(),
            role: Type.String(),
            content_preview: Type.String(),
            content_digest: Type.String(),
            started_at: DateTime(),
          }),
        ),
      }),
    ),
    total_conversations: Type.Integer({ description: 'How many there are in `results`.' }),
  }),
})
