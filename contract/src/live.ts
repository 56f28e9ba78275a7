import type { Static } from 'typebox'
import * as Type from 'typebox'
import { CallRecord } from './calls.ts'
import { CallsFilter, shownFields } from './calls-query.ts'
import { endpoint } from './endpoint.ts'
import { example } from './examples.ts'
import { QueryField } from './query.ts'
import { Maybe, ProjectId } from './schema.ts'

const cursor = Type.String({
  description: 'Position of the stream after this event: send it to resume from here.',
})

export type LiveEvent = Static<typeof LiveEvent>
export const LiveEvent = Type.Union([
  Type.Object({
    kind: Type.Literal('ready', { description: 'The first event: changes from now on are streamed.' }),
    cursor,
  }),
  Type.Object({
    kind: Type.Union([Type.Literal('running'), Type.Literal('ended')], {
      description:
        'A matching call was created or changed, or its feedback changed; the kind is its current status.',
    }),
    cursor,
    id: Type.String(),
    call: CallRecord,
  }),
  Type.Object({
    kind: Type.Literal('deleted', { description: 'A call was deleted, whether or not it matched.' }),
    cursor,
    id: Type.String(),
  }),
  Type.Object({
    kind: Type.Literal('missed', {
      description: 'Changes since the cursor are no longer available: reload what you show.',
    }),
    cursor,
  }),
])

export type LiveRequest = Static<typeof LiveRequest>
export const LiveRequest = Type.Object({
  project_id: ProjectId,
  filter: Maybe(CallsFilter),
  query: QueryField,
  cursor: Maybe(Type.String(), {
    description: 'Resume after this event; starts with new changes by default.',
  }),
  ...shownFields,
})

export const watchCalls = endpoint({
  method: 'POST',
  path: '/calls/live',
  tag: 'calls',
  summary: 'Stream calls as they start, change and end',
  description:
    'Server-sent events, until the client disconnects. Changes in quick succession are combined into one event with the current state of the call. Calls that no longer match are not sent. To miss nothing, query the list with include_cursor and send its cursor, or query it once the stream is ready. To resume, send the last cursor, as `cursor` or in the header Last-Event-ID.',
  request: LiveRequest,
  example: { project_id: example.project_id, filter: { trace_roots_only: true }, columns: ['display_name'] },
  reply: LiveEvent,
  replyAs: 'events',
})
