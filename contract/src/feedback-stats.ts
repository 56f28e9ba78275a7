import type { Static } from 'typebox'
import * as Type from 'typebox'
import { endpoint } from './endpoint.ts'
import { example } from './examples.ts'
import { Maybe, MaybeValues, MEASURES_MAX, Nullable, ProjectId, VALUES_MAX } from './schema.ts'
import {
  aggregationFields,
  bucketFields,
  longRangeFields,
  StatsBucket,
  usedBucketFields,
  windowFields,
} from './time-buckets.ts'

const ValueType = Type.Union([Type.Literal('numeric'), Type.Literal('boolean'), Type.Literal('categorical')])

const sampleFields = {
  project_id: ProjectId,
  ...windowFields,
  feedback_type: Maybe(Type.String()),
  trigger_ref: Maybe(Type.String(), { description: 'A ref; a trailing `:*` matches every version.' }),
}

export type FeedbackMetric = Static<typeof FeedbackMetric>
export const FeedbackMetric = Type.Object({
  json_path: Type.String({
    description: 'A dotted path into the payload. It is part of the name of each value in a bucket.',
    maxLength: 200,
    examples: ['output.score'],
  }),
  value_type: Maybe(ValueType, { description: 'Numeric by default.' }),
  ...aggregationFields,
})

export const readFeedbackStats = endpoint({
  method: 'POST',
  path: '/feedback/stats',
  tag: 'feedback',
  summary: 'Aggregate values of feedback payloads over time',
  request: Type.Object({
    ...sampleFields,
    ...longRangeFields,
    ...bucketFields,
    metrics: Maybe(Type.Array(FeedbackMetric, { maxItems: MEASURES_MAX })),
  }),
  example: {
    project_id: example.project_id,
    start: '2025-03-01T00:00:00Z',
    end: '2025-03-02T00:00:00Z',
    metrics: [{ json_path: 'output.score', aggregations: ['avg'], percentiles: [95] }],
  },
  reply: Type.Object({
    ...usedBucketFields,
    buckets: Type.Array(StatsBucket),
    window_stats: Nullable(Type.Record(Type.String(), Type.Record(Type.String(), Nullable(Type.Number()))), {
      description: 'The same values over the whole window, by metric; null without metrics.',
    }),
  }),
})

export type FeedbackGroup = Static<typeof FeedbackGroup>
export const FeedbackGroup = Type.Union([
  Type.Literal('scorer_id'),
  Type.Literal('span_agent_name'),
  Type.Literal('span_agent_version'),
  Type.Literal('span_status_code'),
])

export type FeedbackAggregateBucket = Static<typeof FeedbackAggregateBucket>
export const FeedbackAggregateBucket = Type.Object({
  time_bucket_start_ms: Nullable(Type.Integer()),
  group: Type.Record(Type.String(), Type.String(), {
    description: 'The values of the group; empty without grouping.',
  }),
  total_count: Type.Integer(),
  scored_count: Type.Integer({ description: 'Rows with a tag or a rating.' }),
  tag_counts: Type.Record(Type.String(), Type.Integer()),
  rating_counts: Type.Record(Type.String(), Type.Integer()),
  rating_sums: Type.Record(Type.String(), Type.Number()),
})

export const aggregateFeedback = endpoint({
  method: 'POST',
  path: '/feedback/aggregate',
  tag: 'feedback',
  summary: 'Count tags and ratings',
  description: 'Leaves out buckets without feedback. Without buckets and groups, returns exactly one row.',
  request: Type.Object({
    project_id: ProjectId,
    after_ms: Type.Integer({ description: 'Unix time in milliseconds, inclusive.' }),
    before_ms: Type.Integer({ description: 'Unix time in milliseconds, exclusive.' }),
    time_bucket_seconds: Maybe(Type.Integer({ minimum: 1 }), { description: 'At most 256 buckets.' }),
    feedback_types: MaybeValues({ description: 'Prefixes of feedback types.' }),
    tags: MaybeValues({ description: 'Rows with any of these.' }),
    rating_min: Maybe(Type.Number()),
    rating_max: Maybe(Type.Number()),
    monitor_ids: MaybeValues({
      description: 'Names of the trigger; a trailing `*` matches a prefix.',
    }),
    scorer_ids: MaybeValues({
      description: 'Names of the scorer; a trailing `*` matches a prefix.',
    }),
    span_agent_names: MaybeValues(),
    span_types: Maybe(
      Type.Array(Type.Union([Type.Literal('agent_turn'), Type.Literal('agent_conversation')]), {
        maxItems: VALUES_MAX,
      }),
    ),
    group_by: Maybe(Type.Array(FeedbackGroup, { maxItems: MEASURES_MAX })),
  }),
  example: {
    project_id: example.project_id,
    after_ms: 1_740_787_200_000,
    before_ms: 1_740_873_600_000,
    time_bucket_seconds: 3600,
    group_by: ['scorer_id'],
  },
  reply: Type.Object({
    time_bucket_seconds: Nullable(Type.Integer()),
    after_ms: Type.Integer(),
    before_ms: Type.Integer(),
    buckets: Type.Array(FeedbackAggregateBucket),
  }),
})

export const readFeedbackSchema = endpoint({
  method: 'POST',
  path: '/feedback/payload_schema',
  tag: 'feedback',
  summary: 'List the paths found in feedback payloads',
  request: Type.Object({
    ...sampleFields,
    sample_limit: Maybe(Type.Integer({ minimum: 1, maximum: 5000 }), {
      description: 'Maximum number of rows to examine; 2000 by default.',
    }),
  }),
  example: { project_id: example.project_id, start: '2025-03-01T00:00:00Z', end: '2025-03-02T00:00:00Z' },
  reply: Type.Object({
    paths: Type.Array(Type.Object({ json_path: Type.String(), value_type: ValueType }), {
      description: 'Sorted by path.',
    }),
  }),
})
