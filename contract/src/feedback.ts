import type { Static } from 'typebox'
import * as Type from 'typebox'
import { endpoint } from './endpoint.ts'
import { example } from './examples.ts'
import { Query, QueryField } from './query.ts'
import {
  DateTime,
  Empty,
  type JsonObject,
  Maybe,
  MaybeTexts,
  MaybeValues,
  Nullable,
  PayloadObject,
  ProjectId,
  page,
  ReplyObject,
  SortBy,
  SortKeys,
  WrittenByServer,
} from './schema.ts'

const TextMap = Type.Record(Type.String(), Type.String())
const NumberMap = Type.Record(Type.String(), Type.Number())

const createFields = {
  project_id: ProjectId,
  weave_ref: Maybe(Type.String(), {
    description: 'What the feedback is about. Required, under this name or as item_ref.',
    examples: [example.call_ref],
  }),
  item_ref: Maybe(Type.String(), { description: 'Another name for weave_ref.' }),
  feedback_type: Type.String({
    description: 'A custom type, or a built-in one, whose payload is validated.',
    examples: ['wandb.note.1', 'wandb.reaction.1'],
  }),
  payload: PayloadObject({ examples: [{ note: 'wrong unit' }] }),
  id: Maybe(Type.String(), { description: 'A new id by default; an existing row is overwritten.' }),
  creator: Maybe(Type.String(), { description: 'Display name of the author.' }),
  annotation_ref: Maybe(Type.String(), { description: 'The annotation spec, on wandb.annotation types.' }),
  runnable_ref: Maybe(Type.String(), {
    description: 'The scorer, an op or an object, on wandb.runnable types.',
  }),
  call_ref: Maybe(Type.String(), { description: "The scorer's own call." }),
  trigger_ref: Maybe(Type.String(), { description: 'The object that triggered the scorer.' }),
  queue_id: Maybe(Type.String(), { description: 'The annotation queue the feedback was given in.' }),
  scorer_tags: MaybeTexts(),
  scorer_tag_reasons: Maybe(TextMap),
  scorer_tag_confidences: Maybe(NumberMap),
  scorer_ratings: Maybe(NumberMap),
  scorer_rating_reasons: Maybe(TextMap),
  scorer_rating_confidences: Maybe(NumberMap),
  span_agent_name: Maybe(Type.String()),
  span_agent_version: Maybe(Type.String()),
  span_conversation_id: Maybe(Type.String()),
  span_trace_id: Maybe(Type.String()),
  scorer_trace_id: Maybe(Type.String()),
  span_status_code: Maybe(Type.String()),
  wb_user_id: WrittenByServer,
}

export type FeedbackCreateRequest = Static<typeof FeedbackCreateRequest>
export const FeedbackCreateRequest = Type.Object(createFields)

export type FeedbackCreated = Static<typeof FeedbackCreated>
export const FeedbackCreated = Type.Object({
  id: Type.String(),
  created_at: DateTime(),
  wb_user_id: Type.String(),
  payload: ReplyObject({ description: 'As stored: a reaction also has the names of its emoji.' }),
})

/**
 * A row of a query without `fields`. Fields from `queue_id` on are left out if they have their
 * default: older clients reject columns they do not know.
 */
export type FeedbackRecord = Static<typeof FeedbackRecord>
export const FeedbackRecord = Type.Object({
  id: Type.String(),
  project_id: Type.String(),
  weave_ref: Type.String(),
  wb_user_id: Type.String(),
  creator: Nullable(Type.String()),
  created_at: DateTime(),
  feedback_type: Type.String(),
  payload: ReplyObject(),
  annotation_ref: Nullable(Type.String()),
  runnable_ref: Nullable(Type.String()),
  call_ref: Nullable(Type.String()),
  trigger_ref: Nullable(Type.String()),
  queue_id: Type.Optional(Nullable(Type.String())),
  scorer_tags: Type.Optional(Type.Array(Type.String())),
  scorer_tag_reasons: Type.Optional(TextMap),
  scorer_tag_confidences: Type.Optional(NumberMap),
  scorer_ratings: Type.Optional(NumberMap),
  scorer_rating_reasons: Type.Optional(TextMap),
  scorer_rating_confidences: Type.Optional(NumberMap),
  span_agent_name: Type.Optional(Type.String()),
  span_agent_version: Type.Optional(Type.String()),
  span_conversation_id: Type.Optional(Type.String()),
  span_trace_id: Type.Optional(Type.String()),
  scorer_trace_id: Type.Optional(Type.String()),
  span_status_code: Type.Optional(Type.String()),
})

const note = {
  project_id: example.project_id,
  weave_ref: example.call_ref,
  feedback_type: 'wandb.note.1',
  payload: { note: 'wrong unit' },
  creator: 'Ada',
}

const byId: Query = { $expr: { $eq: [{ $getField: 'id' }, { $literal: example.feedback_id }] } }

export const createFeedback = endpoint({
  method: 'POST',
  path: '/feedback/create',
  bodySize: 'payload',
  tag: 'feedback',
  summary: 'Give feedback on a call or an object',
  request: FeedbackCreateRequest,
  example: note,
  reply: FeedbackCreated,
})

export const createFeedbackBatch = endpoint({
  method: 'POST',
  path: '/feedback/batch/create',
  bodySize: 'payload',
  tag: 'feedback',
  summary: 'Give feedback in a batch',
  description: 'All or nothing: one invalid item fails the whole batch.',
  request: Type.Object({ batch: Type.Array(FeedbackCreateRequest) }),
  example: { batch: [{ ...note, id: example.feedback_id }] },
  reply: Type.Object({ res: Type.Array(FeedbackCreated) }),
})

export const replaceFeedback = endpoint({
  method: 'POST',
  path: '/feedback/replace',
  bodySize: 'payload',
  tag: 'feedback',
  summary: 'Replace a feedback row with a new one',
  description:
    'The new row has a new id. If it is invalid, the old one is kept; an unknown old id is not an error.',
  request: Type.Object({
    ...createFields,
    feedback_id: Type.String({ description: 'The row to replace.' }),
  }),
  example: { ...note, feedback_id: example.feedback_id },
  reply: FeedbackCreated,
})

export const queryFeedback = endpoint({
  method: 'POST',
  path: '/feedback/query',
  tag: 'feedback',
  summary: 'Find feedback',
  request: Type.Object({
    project_id: ProjectId,
    fields: MaybeValues({
      description:
        'Columns, or paths such as payload.score, which are returned as text. All columns by default.',
    }),
    query: QueryField,
    sort_by: Maybe(SortKeys(SortBy)),
    ...page,
  }),
  example: {
    project_id: example.project_id,
    query: { $expr: { $eq: [{ $getField: 'weave_ref' }, { $literal: example.call_ref }] } },
    sort_by: [{ field: 'created_at', direction: 'asc' }],
    limit: 100,
  },
  reply: Type.Object({
    result: Type.Array(Type.Unsafe<JsonObject>(Type.Partial(FeedbackRecord)), {
      description: 'Each row has exactly the requested fields.',
    }),
    total_count: Type.Integer({ description: 'Number of matching rows on all pages.' }),
  }),
})

export const purgeFeedback = endpoint({
  method: 'POST',
  path: '/feedback/purge',
  tag: 'feedback',
  summary: 'Delete feedback permanently',
  description:
    'The query selects the rows by id: `$eq` of `id` and a string, or an `$or` of these. Unknown ids are ignored.',
  request: Type.Object({ project_id: ProjectId, query: Query }),
  example: { project_id: example.project_id, query: byId },
  reply: Empty,
})
