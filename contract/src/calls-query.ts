import type { Static } from 'typebox'
import * as Type from 'typebox'
import { CallRecord, includeFields } from './calls.ts'
import { endpoint } from './endpoint.ts'
import { example } from './examples.ts'
import { QueryField } from './query.ts'
import { DateTime, Maybe, MaybeTexts, Nullable, ProjectId, page, SortBy, SortKeys } from './schema.ts'

export type CallsFilter = Static<typeof CallsFilter>
export const CallsFilter = Type.Object(
  {
    op_names: MaybeTexts({
      description: 'Op refs or names; a trailing `:*` matches every version.',
    }),
    input_refs: MaybeTexts({ description: 'Refs found anywhere in the inputs.' }),
    output_refs: MaybeTexts({ description: 'Refs found anywhere in the output.' }),
    parent_ids: MaybeTexts(),
    trace_ids: MaybeTexts(),
    call_ids: MaybeTexts(),
    thread_ids: MaybeTexts({ description: 'An empty list matches nothing.' }),
    turn_ids: MaybeTexts({ description: 'An empty list matches nothing.' }),
    trace_roots_only: Maybe(Type.Boolean(), { description: 'Only calls without a parent.' }),
    wb_user_ids: MaybeTexts(),
    wb_run_ids: MaybeTexts({
      description: "A bare run name is one of the project's own.",
    }),
  },
  { description: 'A call must match every key, with any of its values. At most 1000 values per key.' },
)

const ExpandColumns = Maybe(Type.Array(Type.String(), { maxItems: 100 }), {
  description: 'Paths whose refs are resolved, such as inputs.model; at most 100.',
})

/** Which fields of each call are returned; spread into the properties of a request that lists calls. */
export const shownFields = {
  columns: MaybeTexts({
    description: 'Only these fields; a path includes its whole column. All by default.',
  }),
  payload_max: Maybe(Type.Integer({ minimum: 1, maximum: 20_000 }), {
    description:
      'Truncate the JSON of inputs and output to this many characters, for lists. The result is valid JSON: truncated strings end in `…`, other truncated values are left out. Not truncated by default. Objects that expand_columns resolves are not truncated.',
  }),
  expand_columns: ExpandColumns,
  return_expanded_column_values: Maybe(Type.Boolean(), {
    description: 'True by default; false resolves refs for filter and sort only.',
  }),
  ...includeFields,
  include_feedback: Maybe(Type.Boolean(), {
    description: 'Include the feedback on each call, as summary.weave.feedback.',
  }),
  include_usernames: Maybe(Type.Boolean()),
}

export type CallsQueryRequest = Static<typeof CallsQueryRequest>
export const CallsQueryRequest = Type.Object({
  project_id: ProjectId,
  filter: Maybe(CallsFilter),
  query: QueryField,
  sort_by: Maybe(SortKeys(SortBy), { description: 'By start, oldest first, by default.' }),
  ...page,
  after: Maybe(Type.Object({ started_at: DateTime(), id: Type.String() }), {
    description:
      'Only calls after this one, the last of the previous page: the next page is as fast as the first. Requires the default sort or a sort by started_at alone.',
  }),
  ...shownFields,
})

const queryExample = {
  project_id: example.project_id,
  filter: { trace_roots_only: true },
  query: { $expr: { $eq: [{ $getField: 'inputs.question' }, { $literal: '2+2?' }] } },
  sort_by: [{ field: 'started_at', direction: 'desc' }],
  limit: 100,
} satisfies CallsQueryRequest

export const queryCalls = endpoint({
  method: 'POST',
  path: '/calls/query',
  tag: 'calls',
  summary: 'Find calls',
  request: Type.Object({
    ...CallsQueryRequest.properties,
    include_cursor: Maybe(Type.Boolean(), {
      description: 'Include the cursor from which /calls/live streams all changes after this response.',
    }),
  }),
  example: queryExample,
  reply: Type.Object({
    calls: Type.Array(CallRecord),
    cursor: Maybe(Type.String(), { description: 'Only with include_cursor.' }),
  }),
})

export const streamCalls = endpoint({
  method: 'POST',
  path: '/calls/stream_query',
  tag: 'calls',
  summary: 'Find calls, one per line',
  description: 'The same results as /calls/query, without a size limit.',
  request: CallsQueryRequest,
  example: queryExample,
  reply: CallRecord,
  replyAs: 'lines',
})

export const countCalls = endpoint({
  method: 'POST',
  path: '/calls/query_stats',
  tag: 'calls',
  summary: 'Count calls',
  request: Type.Object({
    project_id: ProjectId,
    filter: Maybe(CallsFilter),
    query: QueryField,
    limit: Maybe(Type.Integer(), { description: 'Stop counting here.' }),
    include_total_storage_size: Maybe(Type.Boolean()),
    expand_columns: ExpandColumns,
  }),
  example: { project_id: example.project_id, filter: { trace_roots_only: true } },
  reply: Type.Object({
    count: Type.Integer(),
    has_more: Type.Boolean({ description: 'Whether the count stopped at the limit.' }),
    total_storage_size_bytes: Nullable(Type.Integer()),
  }),
})
