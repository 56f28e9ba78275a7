import type { Static } from 'typebox'
import * as Type from 'typebox'
import { endpoint } from './endpoint.ts'
import { example } from './examples.ts'
import { DateTime, Maybe, MaybeTexts, Nullable, ProjectId, page, SortBy, SortKeys } from './schema.ts'

export type ThreadRecord = Static<typeof ThreadRecord>
export const ThreadRecord = Type.Object({
  thread_id: Type.String(),
  turn_count: Type.Integer(),
  start_time: DateTime({ description: 'When the first turn started.' }),
  last_updated: DateTime({ description: 'When the last turn ended.' }),
  first_turn_id: Nullable(Type.String()),
  last_turn_id: Nullable(Type.String()),
  p50_turn_duration_ms: Nullable(Type.Number()),
  p99_turn_duration_ms: Nullable(Type.Number()),
})

export const streamThreads = endpoint({
  method: 'POST',
  path: '/threads/stream_query',
  tag: 'threads',
  summary: 'Find conversations, one per line',
  description:
    'A turn is a call whose turn_id is its own id. A thread appears once one of its turns has ended.',
  request: Type.Object({
    project_id: ProjectId,
    filter: Maybe(
      Type.Object({
        after_datetime: Maybe(DateTime(), { description: 'Only turns that started after this time.' }),
        before_datetime: Maybe(DateTime(), { description: 'Only turns that started before this time.' }),
        thread_ids: MaybeTexts(),
      }),
    ),
    ...page,
    sort_by: Maybe(SortKeys(SortBy), { description: 'By last_updated, newest first, by default.' }),
  }),
  example: {
    project_id: example.project_id,
    filter: { after_datetime: '2025-03-01T00:00:00Z' },
    sort_by: [{ field: 'turn_count', direction: 'desc' }],
    limit: 50,
  },
  reply: ThreadRecord,
  replyAs: 'lines',
})
