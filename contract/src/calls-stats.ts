import type { Static } from 'typebox'
import * as Type from 'typebox'
import { CallsFilter } from './calls-query.ts'
import { endpoint } from './endpoint.ts'
import { example } from './examples.ts'
import { QueryField } from './query.ts'
import { Maybe, MEASURES_MAX, Nullable, ProjectId } from './schema.ts'
import {
  aggregationFields,
  bucketFields,
  longRangeFields,
  StatsBucket,
  usedBucketFields,
  windowFields,
} from './time-buckets.ts'

export type UsageMetric = Static<typeof UsageMetric>
export const UsageMetric = Type.Object({
  metric: Type.Union(
    [
      Type.Literal('input_tokens'),
      Type.Literal('output_tokens'),
      Type.Literal('total_tokens'),
      Type.Literal('cache_read_input_tokens'),
      Type.Literal('cache_creation_input_tokens'),
      Type.Literal('input_cost'),
      Type.Literal('output_cost'),
      Type.Literal('total_cost'),
      Type.Literal('reported_cost'),
    ],
    {
      description:
        'Costs are sums, at the price in effect when a call started. `input_cost` and `output_cost` are computed, `reported_cost` is what clients reported, and `total_cost` counts one of the two for each call.',
    },
  ),
  ...aggregationFields,
})

export type CallMetric = Static<typeof CallMetric>
export const CallMetric = Type.Object({
  metric: Type.Union([Type.Literal('latency_ms'), Type.Literal('call_count'), Type.Literal('error_count')]),
  ...aggregationFields,
})

export const readCallStats = endpoint({
  method: 'POST',
  path: '/calls/stats',
  tag: 'calls',
  summary: 'Measure calls over time',
  description:
    'Returns every bucket of the window, with or without calls. A call counts in the bucket it started in. With `group_by`, returns one bucket per group, and only groups with calls.',
  request: Type.Object({
    project_id: ProjectId,
    ...windowFields,
    ...bucketFields,
    ...longRangeFields,
    filter: Maybe(CallsFilter),
    query: QueryField,
    group_by: Maybe(Type.String({ examples: ['trace_name', 'attributes.env'] }), {
      description:
        'One series per value: `trace_name` (the op, all versions together), `end_user`, `model`, or any field of a query with one value, such as `wb_user_id`, `thread_id`, `summary.weave.status`, `summary.weave.kind`, `attributes.env` or, as in the filter bar, `feedback.helpfulness`. `group` of a bucket names it, empty for calls without a value, and `last_started_at` of a bucket of calls is the start of its latest call. With `trace_roots_only`, usage of spans belongs to the group of their root. `model` measures the calls whose usage counts, each once for every model it reports.',
    }),
    group_limit: Maybe(Type.Integer({ minimum: 1 }), {
      description: 'Only the groups with the most calls in the whole window. By default all.',
    }),
    usage_metrics: Maybe(Type.Array(UsageMetric, { maxItems: MEASURES_MAX }), {
      description: 'Computed per model; sums by default.',
    }),
    call_metrics: Maybe(Type.Array(CallMetric, { maxItems: MEASURES_MAX })),
  }),
  example: {
    project_id: example.project_id,
    start: '2025-03-01T00:00:00Z',
    end: '2025-03-02T00:00:00Z',
    usage_metrics: [{ metric: 'input_tokens' }],
    call_metrics: [{ metric: 'latency_ms', aggregations: ['avg'], percentiles: [95] }],
  },
  reply: Type.Object({
    ...usedBucketFields,
    usage_buckets: Type.Array(StatsBucket, { description: 'One per bucket and `model`.' }),
    call_buckets: Type.Array(StatsBucket),
    group_count: Maybe(Type.Integer(), {
      description: 'With `group_by`: the number of groups, including those that `group_limit` leaves out.',
    }),
  }),
})

export type Usage = Static<typeof Usage>
export const Usage = Type.Object({
  requests: Type.Integer(),
  prompt_tokens: Type.Integer(),
  completion_tokens: Type.Integer(),
  total_tokens: Type.Integer(),
  cache_read_input_tokens: Type.Integer(),
  cache_creation_input_tokens: Type.Integer(),
  prompt_tokens_total_cost: Nullable(Type.Number()),
  completion_tokens_total_cost: Nullable(Type.Number()),
  cache_read_input_tokens_total_cost: Nullable(Type.Number()),
  cache_creation_input_tokens_total_cost: Nullable(Type.Number()),
  total_cost: Nullable(Type.Number(), {
    description:
      'The cost that counts: of each call the reported one where there is no price or no cached counts, else the computed one.',
  }),
  reported_cost: Nullable(Type.Number(), { description: 'What clients reported, in USD.' }),
})

export type CountedUsage = Static<typeof CountedUsage>
const CountedUsage = Type.Object({
  tokens: Nullable(Type.Integer(), { description: 'Null where nothing was reported.' }),
  cost: Nullable(Type.Number(), { description: 'As total_cost of a usage; null where it is unknown.' }),
  reported_cost: Nullable(Type.Number()),
})

export type UsageReply = Static<typeof UsageReply>
export const UsageReply = Type.Object({
  call_usage: Type.Record(Type.String(), Type.Record(Type.String(), Usage), {
    description: 'By call id, then by model.',
  }),
  counted: Type.Record(Type.String(), CountedUsage, {
    description: 'By call id, each token once: usage that a Weave SDK added up in a call is not added again.',
  }),
  unfinished_call_ids: Type.Array(Type.String(), { description: 'Examined calls that have not ended.' }),
})

const usageOptions = {
  include_costs: Maybe(Type.Boolean(), { description: 'Include costs, which are null otherwise.' }),
  limit: Maybe(Type.Integer(), {
    description: 'Maximum number of calls to examine; 10000 by default. Over 200000 are refused.',
  }),
}

export const readCallUsage = endpoint({
  method: 'POST',
  path: '/calls/usage',
  tag: 'calls',
  summary: 'Sum the usage of calls and their descendants',
  request: Type.Object({ project_id: ProjectId, call_ids: Type.Array(Type.String()), ...usageOptions }),
  example: { project_id: example.project_id, call_ids: [example.call_id], include_costs: true },
  reply: UsageReply,
})

export const readTraceUsage = endpoint({
  method: 'POST',
  path: '/trace/usage',
  tag: 'calls',
  summary: 'Sum the usage of matching calls, each with its matching descendants',
  request: Type.Object({
    project_id: ProjectId,
    filter: Maybe(CallsFilter),
    query: QueryField,
    ...usageOptions,
  }),
  example: { project_id: example.project_id, filter: { trace_ids: [example.trace_id] } },
  reply: UsageReply,
})
