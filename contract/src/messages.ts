import type { Static } from 'typebox'
import * as Type from 'typebox'
import { endpoint } from './endpoint.ts'
import { example } from './examples.ts'
import { Payload, ProjectId, ReplyObject } from './schema.ts'

/** Maximum number of calls per request. */
const CALLS_MAX = 100

const OptionalText = Type.Optional(Type.String())

const media = {
  modality: Type.Union([
    Type.Literal('image'),
    Type.Literal('audio'),
    Type.Literal('video'),
    Type.Literal('document'),
  ]),
  mime_type: OptionalText,
}

const document = {
  id: OptionalText,
  content: Type.String(),
  title: OptionalText,
  score: Type.Optional(Type.Number()),
  metadata: Type.Optional(Payload()),
}

export type Document = Static<typeof Document>
export const Document = Type.Object(document)

export type MessagePart = Static<typeof MessagePart>
export const MessagePart = Type.Union([
  Type.Object({ type: Type.Literal('text'), content: Type.String() }),
  Type.Object({ type: Type.Literal('reasoning'), content: Type.String() }),
  Type.Object({
    type: Type.Literal('tool_call'),
    id: OptionalText,
    name: Type.String(),
    arguments: Type.Optional(Payload()),
  }),
  Type.Object({
    type: Type.Literal('tool_call_response'),
    id: OptionalText,
    name: OptionalText,
    response: Payload(),
  }),
  Type.Object({
    type: Type.Literal('server_tool_call'),
    id: OptionalText,
    name: Type.String(),
    server_tool_call: Payload({ description: 'A call of a tool that the provider executed.' }),
  }),
  Type.Object({
    type: Type.Literal('server_tool_call_response'),
    id: OptionalText,
    server_tool_call_response: Payload(),
  }),
  Type.Object({
    type: Type.Literal('blob'),
    ...media,
    content: Type.String({ description: 'Base64, without a data: prefix.' }),
  }),
  Type.Object({ type: Type.Literal('uri'), ...media, uri: Type.String() }),
  Type.Object({ type: Type.Literal('file'), ...media, file_id: Type.String() }),
  Type.Object({ type: Type.Literal('document'), ...document }),
  Type.Object({
    type: Type.Literal('data'),
    value: Payload({ description: 'A value in an unknown format, as sent.' }),
  }),
])

export type Message = Static<typeof Message>
export const Message = Type.Object({
  role: Type.String({
    description: 'system, user, assistant or tool; other roles as sent.',
    examples: ['user'],
  }),
  parts: Type.Array(MessagePart),
  name: OptionalText,
  finish_reason: Type.Optional(
    Type.String({
      description: 'In output: stop, length, content_filter, tool_call or error; others as sent.',
    }),
  ),
})

export type CallKind = Static<typeof CallKind>
export const CallKind = Type.Union([
  Type.Literal('agent'),
  Type.Literal('llm'),
  Type.Literal('tool'),
  Type.Literal('retriever'),
  Type.Literal('reranker'),
  Type.Literal('embedding'),
  Type.Literal('chain'),
  Type.Literal('evaluator'),
  Type.Literal('guardrail'),
  Type.Literal('prompt'),
  Type.Literal('call'),
])

export type CallMessages = Static<typeof CallMessages>
export const CallMessages = Type.Object({
  id: Type.String(),
  kind: CallKind,
  input: Type.Array(Message),
  output: Type.Array(Message, { description: 'One message per choice. Empty while the call runs.' }),
  tools: Type.Array(
    Type.Object({ name: Type.String(), description: OptionalText, parameters: Type.Optional(Payload()) }),
    { description: 'The tools that the model could use.' },
  ),
  settings: ReplyObject({
    description: 'By the names of the OpenTelemetry GenAI conventions: model, temperature, max_tokens…',
  }),
  documents: Type.Array(Document, {
    description: 'Documents that were retrieved, ranked, or passed to the model.',
  }),
})

export const readCallMessages = endpoint({
  method: 'POST',
  path: '/calls/messages',
  tag: 'calls',
  summary: 'Read calls as messages',
  description:
    'Inputs and output of each call in one format, whichever library or provider it came from: the message schema of the OpenTelemetry GenAI conventions, with the additional part types document and data. A payload in an unknown format becomes one data part. Derived from the stored payloads on every read. In the order of ids; unknown ids are left out.',
  request: Type.Object({
    project_id: ProjectId,
    ids: Type.Array(Type.String(), { maxItems: CALLS_MAX }),
  }),
  example: { project_id: example.project_id, ids: [example.call_id] },
  reply: Type.Object({ calls: Type.Array(CallMessages) }),
})
