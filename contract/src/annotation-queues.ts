import type { Static } from 'typebox'
import * as Type from 'typebox'
import { endpoint } from './endpoint.ts'
import { example } from './examples.ts'
import { DateTime, Maybe, MaybeTexts, Nullable, ProjectId, page, SortBy, SortKeys } from './schema.ts'

export type AnnotationQueueRecord = Static<typeof AnnotationQueueRecord>
export const AnnotationQueueRecord = Type.Object({
  id: Type.String(),
  project_id: Type.String(),
  name: Type.String(),
  description: Type.String(),
  scorer_refs: Type.Array(Type.String()),
  created_at: DateTime(),
  created_by: Type.String({ description: 'The user who created the queue.' }),
  updated_at: DateTime(),
  deleted_at: Nullable(DateTime()),
})

const QueueReply = Type.Object({ queue: AnnotationQueueRecord })

const ScorerRefs = { description: 'Refs to the annotation specs that annotators fill in.' }

const oneQueue = Type.Object({ queue_id: Type.String(), project_id: ProjectId })
const oneQueueExample = { queue_id: example.queue_id, project_id: example.project_id }

export const createAnnotationQueue = endpoint({
  method: 'POST',
  path: '/annotation_queues',
  tag: 'annotation queues',
  summary: 'Create a queue of calls for human review',
  request: Type.Object({
    project_id: ProjectId,
    name: Type.String({ examples: ['Odd answers'] }),
    description: Maybe(Type.String(), { description: 'Empty by default.' }),
    scorer_refs: MaybeTexts(ScorerRefs),
  }),
  example: { project_id: example.project_id, name: 'Odd answers' },
  reply: Type.Object({ id: Type.String() }),
})

export const queryAnnotationQueues = endpoint({
  method: 'POST',
  path: '/annotation_queues/query',
  tag: 'annotation queues',
  summary: 'Find queues, one per line',
  description: 'Deleted queues are left out.',
  request: Type.Object({
    project_id: ProjectId,
    name: Maybe(Type.String(), { description: 'Part of the name, case-insensitive.' }),
    sort_by: Maybe(SortKeys(SortBy), {
      description: 'By id, name, created_at or updated_at. Newest first by default.',
    }),
    ...page,
  }),
  example: { project_id: example.project_id, name: 'odd' },
  reply: AnnotationQueueRecord,
  replyAs: 'lines',
})

export const readAnnotationQueue = endpoint({
  method: 'GET',
  path: '/annotation_queues/{queue_id}',
  tag: 'annotation queues',
  summary: 'Read a queue',
  request: oneQueue,
  example: oneQueueExample,
  reply: QueueReply,
})

export const updateAnnotationQueue = endpoint({
  method: 'PUT',
  path: '/annotation_queues/{queue_id}',
  tag: 'annotation queues',
  summary: 'Change a queue',
  description: 'Fields that are left out do not change.',
  request: Type.Object({
    queue_id: Type.String(),
    project_id: ProjectId,
    name: Maybe(Type.String()),
    description: Maybe(Type.String()),
    scorer_refs: MaybeTexts(ScorerRefs),
  }),
  example: { ...oneQueueExample, description: 'Answers that a reader found odd' },
  reply: QueueReply,
})

export const deleteAnnotationQueue = endpoint({
  method: 'DELETE',
  path: '/annotation_queues/{queue_id}',
  tag: 'annotation queues',
  summary: 'Delete a queue',
  description: 'Its items and feedback are kept.',
  request: oneQueue,
  example: oneQueueExample,
  reply: QueueReply,
})

export const countAnnotationItems = endpoint({
  method: 'POST',
  path: '/annotation_queues/stats',
  tag: 'annotation queues',
  summary: 'Get the progress of queues',
  request: Type.Object({ project_id: ProjectId, queue_ids: Type.Array(Type.String()) }),
  example: { project_id: example.project_id, queue_ids: [example.queue_id] },
  reply: Type.Object({
    stats: Type.Array(
      Type.Object({
        queue_id: Type.String(),
        total_items: Type.Integer(),
        completed_items: Type.Integer({ description: 'Completed or skipped items.' }),
      }),
      { description: 'One per requested id, in that order.' },
    ),
  }),
})

const AnnotationState = Type.Union([
  Type.Literal('unstarted'),
  Type.Literal('in_progress'),
  Type.Literal('completed'),
  Type.Literal('skipped'),
])

export type AnnotationItemRecord = Static<typeof AnnotationItemRecord>
export const AnnotationItemRecord = Type.Object({
  id: Type.String(),
  project_id: Type.String(),
  queue_id: Type.String(),
  call_id: Type.String(),
  call_started_at: DateTime(),
  call_ended_at: Nullable(DateTime(), { description: 'The value when the call was added.' }),
  call_op_name: Type.String(),
  call_trace_id: Type.String(),
  display_fields: Type.Array(Type.String()),
  added_by: Type.String(),
  annotation_state: AnnotationState,
  annotator_user_id: Nullable(Type.String(), { description: 'The user who set the state.' }),
  created_at: DateTime(),
  created_by: Type.String(),
  updated_at: DateTime(),
  deleted_at: Type.Null(),
  position_in_queue: Nullable(Type.Integer(), {
    description: '1-based position among all matching items. Null unless requested.',
  }),
})

export const addAnnotationItems = endpoint({
  method: 'POST',
  path: '/annotation_queues/{queue_id}/items',
  tag: 'annotation queues',
  summary: 'Add calls to a queue',
  description: 'Unknown and deleted calls are ignored.',
  request: Type.Object({
    queue_id: Type.String(),
    project_id: ProjectId,
    call_ids: Type.Array(Type.String()),
    display_fields: Type.Array(Type.String(), {
      description: 'Fields of the calls that annotators see.',
      examples: [['inputs.question', 'output']],
    }),
  }),
  example: {
    queue_id: example.queue_id,
    project_id: example.project_id,
    call_ids: [example.call_id],
    display_fields: ['inputs.question', 'output'],
  },
  reply: Type.Object({
    added_count: Type.Integer(),
    duplicates: Type.Integer({ description: 'Number of calls that were already in the queue.' }),
  }),
})

export const queryAnnotationItems = endpoint({
  method: 'POST',
  path: '/annotation_queues/{queue_id}/items/query',
  tag: 'annotation queues',
  summary: 'Find the items of a queue',
  request: Type.Object({
    queue_id: Type.String(),
    project_id: ProjectId,
    filter: Maybe(
      Type.Object({
        id: Maybe(Type.String()),
        call_id: Maybe(Type.String()),
        call_op_name: Maybe(Type.String()),
        call_trace_id: Maybe(Type.String()),
        added_by: Maybe(Type.String()),
        annotation_states: Maybe(Type.Array(AnnotationState)),
      }),
      { description: 'All given conditions must match.' },
    ),
    sort_by: Maybe(SortKeys(SortBy), {
      description: 'By call_started_at, call_op_name, created_at or updated_at. Oldest first by default.',
    }),
    ...page,
    include_position: Maybe(Type.Boolean()),
  }),
  example: {
    queue_id: example.queue_id,
    project_id: example.project_id,
    filter: { annotation_states: ['unstarted', 'in_progress'] },
    include_position: true,
  },
  reply: Type.Object({ items: Type.Array(AnnotationItemRecord) }),
})

export const setAnnotationProgress = endpoint({
  method: 'POST',
  path: '/annotation_queues/{queue_id}/items/{item_id}/progress',
  tag: 'annotation queues',
  summary: 'Set your progress on an item',
  description:
    'Each annotator starts an item, then completes or skips it; this cannot be undone. The item shows the latest state.',
  request: Type.Object({
    queue_id: Type.String(),
    item_id: Type.String(),
    project_id: ProjectId,
    annotation_state: AnnotationState,
  }),
  example: {
    queue_id: example.queue_id,
    item_id: example.queue_item_id,
    project_id: example.project_id,
    annotation_state: 'completed',
  },
  reply: Type.Object({ item: AnnotationItemRecord }),
})
