import Type, { type Static } from 'typebox'
import { startedFields } from './agent-fields.ts'
import { endpoint } from './endpoint.ts'
import { example } from './examples.ts'
import { DateTime, Maybe, ProjectId } from './schema.ts'

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
