import type { Static } from 'typebox'
import * as Type from 'typebox'
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
    'Accepts the same exports as `/otel/v1/traces`, with the same response. The spans are stored separately from ' +
    'calls and read with the other operations of this group. A span that is sent again replaces the stored one.',
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
  total_duration_ms: Type.Integer({ description: 'Sum over all spans, nested ones included.' }),
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
    description: 'By fields of the response; most recently seen first by default.',
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
  description: 'Spans without a version have an empty version name.',
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
    'Deletes every span that matches one of the lists; at least one list is required, with at most 1000 ids ' +
    'in total. Descendants of deleted spans are kept, as is feedback. A span that is sent again later is stored again.',
  request: Type.Object({
    project_id: ProjectId,
    trace_ids: Maybe(Type.Array(Type.String())),
    conversation_ids: Maybe(Type.Array(Type.String())),
    span_ids: Maybe(Type.Array(Type.String()), {
      description: 'Ids of spans in any trace of the project.',
    }),
  }),
  example: { project_id: example.project_id, conversation_ids: [example.conversation_id] },
  reply: Type.Object({ num_deleted: Type.Integer({ description: 'Number of deleted spans.' }) }),
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
  summary: 'Search the messages of agents and users',
  description:
    'Searches messages, system instructions, and the arguments and results of tools; ' +
    'latest first. A message that several spans repeat verbatim is found once per conversation.',
  request: Type.Object({
    project_id: ProjectId,
    query: Maybe(Type.String(), { description: 'Case-insensitive. Empty matches every message.' }),
    agent_name: Maybe(Type.String()),
    conversation_id: Maybe(Type.String()),
    trace_id: Maybe(Type.String()),
    provider_name: Maybe(Type.String()),
    request_model: Maybe(Type.String()),
    roles: Maybe(Type.Array(MessageRole)),
    truncate_content: Maybe(Type.Boolean(), {
      description: 'Return only the first 500 characters of each message; true by default.',
    }),
    ...startedFields,
    limit: Maybe(Type.Integer({ minimum: 0, maximum: 1000 }), {
      description: 'Maximum number of messages; 20 by default.',
    }),
    offset: Maybe(Type.Integer({ minimum: 0 }), { description: 'Number of messages to skip.' }),
  }),
  example: { project_id: example.project_id, query: 'paris' },
  reply: Type.Object({
    results: Type.Array(
      Type.Object({
        conversation_id: Type.String({ description: 'Empty for spans without a conversation.' }),
        conversation_name: Type.String(),
        agent_name: Type.String(),
        last_activity: DateTime({ description: 'Time of its latest message in these results.' }),
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
    total_conversations: Type.Integer({ description: 'Number of conversations in `results`.' }),
  }),
})
