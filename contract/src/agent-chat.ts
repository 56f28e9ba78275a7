import type { Static } from 'typebox'
import * as Type from 'typebox'
import { startedFields } from './agent-fields.ts'
import { SpanStatus } from './agent-spans.ts'
import { endpoint } from './endpoint.ts'
import { example } from './examples.ts'
import { DateTime, Maybe, Nullable, ProjectId, ReplyObject } from './schema.ts'

const text = Nullable(Type.String())
const integer = Nullable(Type.Integer())
const ContentRefs = Type.Array(Type.String())

const feedback = Nullable(Type.Array(ReplyObject()), {
  description: 'Feedback on it; only with include_feedback.',
})

const Payloads = Type.Partial(
  Type.Object({
    user_message: Type.Object({ text: Type.String(), content_refs: ContentRefs }),
    assistant_message: Type.Object({
      text: Type.String(),
      model: text,
      reasoning_content: text,
      input_tokens: integer,
      output_tokens: integer,
      reasoning_tokens: integer,
      duration_ms: integer,
      status: SpanStatus,
      content_refs: ContentRefs,
    }),
    tool_call: Type.Object({
      tool_name: text,
      tool_arguments: text,
      tool_result: text,
      duration_ms: integer,
      status: SpanStatus,
      content_refs: ContentRefs,
    }),
    agent_start: Type.Object({
      model: text,
      status: SpanStatus,
      system_instructions: text,
      tool_definitions: text,
    }),
    context_compacted: Type.Object({
      compaction_summary: text,
      compaction_items_before: integer,
      compaction_items_after: integer,
    }),
  }),
)

const ChatMessage = Type.Object({
  type: Type.Union([
    Type.Literal('user_message'),
    Type.Literal('assistant_message'),
    Type.Literal('tool_call'),
    Type.Literal('agent_start'),
    Type.Literal('context_compacted'),
  ]),
  span_id: Type.String(),
  started_at: DateTime(),
  agent_name: text,
  agent_version: text,
  status_code: SpanStatus,
  status_message: text,
  error_type: text,
  feedback,
  ...Payloads.properties,
})

export type AgentTurn = Static<typeof AgentTurn>
export const AgentTurn = Type.Object({
  trace_id: Type.String(),
  root_span_name: text,
  agent_name: text,
  agent_version: text,
  provider: text,
  wb_user_id: text,
  started_at: Nullable(DateTime()),
  ended_at: Nullable(DateTime()),
  status_code: Nullable(SpanStatus),
  messages: Type.Array(ChatMessage, {
    description: 'In order. Each has exactly one payload, under the name of its type.',
  }),
  total_input_tokens: Type.Integer(),
  total_output_tokens: Type.Integer(),
  total_reasoning_tokens: Type.Integer(),
  total_cache_creation_input_tokens: Type.Integer(),
  total_cache_read_input_tokens: Type.Integer(),
  total_duration_ms: Nullable(Type.Integer(), { description: 'Of the root span.' }),
  total_cost_usd: Nullable(Type.Number()),
  feedback,
})

const includeFeedback = Maybe(Type.Boolean(), { description: 'Include feedback on the messages.' })

export const readAgentTurn = endpoint({
  method: 'POST',
  path: '/agents/traces/chat',
  tag: 'agents',
  summary: 'Read one turn of an agent as a chat',
  description: 'A turn is a trace. An unknown one has no messages.',
  request: Type.Object({ project_id: ProjectId, trace_id: Type.String(), include_feedback: includeFeedback }),
  example: { project_id: example.project_id, trace_id: example.span_trace_id },
  reply: AgentTurn,
})

export const readAgentTurns = endpoint({
  method: 'POST',
  path: '/agents/conversations/chat',
  tag: 'agents',
  summary: 'Read the turns of a conversation as a chat',
  description: 'The latest turns, in chronological order.',
  request: Type.Object({
    project_id: ProjectId,
    conversation_id: Type.String(),
    include_feedback: includeFeedback,
    limit: Maybe(Type.Integer({ minimum: 0, maximum: 50 }), {
      description: '50 turns by default; 0 for their number alone.',
    }),
    offset: Maybe(Type.Integer({ minimum: 0 }), { description: 'Skip this many of the latest turns.' }),
  }),
  example: { project_id: example.project_id, conversation_id: example.conversation_id },
  reply: Type.Object({
    conversation_id: Type.String(),
    turns: Type.Array(AgentTurn),
    total_turns: Type.Integer(),
    has_more: Type.Boolean(),
    limit: Type.Integer(),
    offset: Type.Integer(),
    total_cost_usd: Nullable(Type.Number()),
    feedback,
  }),
})

export const readConversationSpans = endpoint({
  method: 'POST',
  path: '/agents/conversations/spans',
  tag: 'agents',
  summary: 'Read the steps of conversations without their messages',
  request: Type.Object({
    project_id: ProjectId,
    conversation_ids: Maybe(Type.Array(Type.String())),
    ...startedFields,
  }),
  example: { project_id: example.project_id, conversation_ids: [example.conversation_id] },
  reply: Type.Object({
    conversations: Type.Array(
      Type.Object({
        conversation_id: Type.String(),
        spans: Type.Array(
          Type.Object({
            trace_id: Type.String(),
            span_id: Type.String(),
            operation_name: Type.String(),
            status: SpanStatus,
            duration_ms: Type.Integer(),
          }),
        ),
        spans_feedback: Type.Array(
          Type.Object({
            feedback_type: Type.String(),
            trace_id: Nullable(Type.String(), {
              description: 'Null for feedback on the whole conversation.',
            }),
            tags: Type.Array(Type.String()),
            ratings: Type.Array(
              Type.Object({
                name: Type.String(),
                value: Type.Number(),
                reason: text,
                confidence: Nullable(Type.Number()),
              }),
            ),
          }),
        ),
      }),
      { description: 'One per requested id, in that order.' },
    ),
  }),
})
