import Type, { type Static } from 'typebox'
import { CallRecord } from './calls.ts'
import { CallsFilter, shownFields } from './calls-query.ts'
import { endpoint } from './endpoint.ts'
import { example } from './examples.ts'
import { QueryField } from './query.ts'
import { Maybe, ProjectId } from './schema.ts'

const cursor = Type.String({
  description: 'Where the stream stands after this event: ask with it to go on from here.',
})

export type LiveEvent = Static<typeof LiveEvent>
export const LiveEvent = Type.Union([
  Type.Object({
    kind: Type.Literal('ready', { description: 'The first event: what happens from now on is told.' }),
    cursor,
  }),
  Type.Object({
    kind: Type.Union([Type.Literal('running'), Type.Literal('ended')], {
      description:
        'A call is new or has changed, or feedback was given on it or taken back, and it matches; the kind says how it stands now.',
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
      description: 'What changed since the cursor is no longer known: read again what you show.',
    }),
    cursor,
  }),
])

export type LiveRequest = Static<typeof LiveRequest>
export const LiveRequest = Type.Object({
  project_id: ProjectId,
  filter: Maybe(CallsFilter),
  query: QueryField,
  cursor: Maybe(Type.String(), { description: 'Go on after this event; from now on by default.' }),
  ...shownFields,
})

export const watchCalls = endpoint({
  method: 'POST',
  path: '/calls/live',
  tag: 'calls',
  summary: 'Hear of calls as they start, change and end',
  description:
    'Server-sent events, for as long as the client listens. Changes that come close together are told as one, as the call stands at that moment. A call that no longer matches is not told about. To miss nothing, read the list with include_cursor and send its cursor, or read it when the stream is ready; to go on after a break, send the last cursor, as `cursor` or in the header Last-Event-ID.',
  request: LiveRequest,
  example: { project_id: example.project_id, filter: { trace_roots_only: true }, columns: ['display_name'] },
  reply: LiveEvent,
  replyAs: 'events',
})
