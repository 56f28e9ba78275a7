import type { Static } from 'typebox'
import * as Type from 'typebox'
import { DateTime, Maybe, MEASURES_MAX } from './schema.ts'

/** The window of a statistics request; spread into its properties. */
export const windowFields = {
  start: DateTime(),
  end: Maybe(DateTime(), { description: 'Now by default; at most 31 days after the start.' }),
}

/** Lifts the limit of the window; spread into the properties of requests that have no other. */
export const longRangeFields = {
  long_range: Maybe(Type.Boolean(), { description: 'Allow more than 31 days between start and end.' }),
}

/** How the window is divided into buckets; spread into a request's properties. */
export const bucketFields = {
  granularity: Maybe(Type.Integer({ minimum: 1 }), {
    description: 'Bucket size in seconds; derived from the length of the window by default.',
  }),
  timezone: Maybe(Type.String({ examples: ['Europe/Oslo'] }), {
    description: 'Time zone that buckets are aligned to; UTC by default.',
  }),
}

/** The window and buckets used; spread into a reply's properties. */
export const usedBucketFields = {
  start: DateTime(),
  end: DateTime(),
  granularity: Type.Integer({ description: 'Bucket size in seconds.' }),
  timezone: Type.String(),
}

export type Aggregation = Static<typeof Aggregation>
export const Aggregation = Type.Union([
  Type.Literal('sum'),
  Type.Literal('avg'),
  Type.Literal('min'),
  Type.Literal('max'),
  Type.Literal('count'),
  Type.Literal('count_true'),
  Type.Literal('count_false'),
])

/** How the values of a metric are aggregated; spread into a metric's properties. */
export const aggregationFields = {
  aggregations: Maybe(Type.Array(Aggregation, { maxItems: MEASURES_MAX })),
  percentiles: Maybe(Type.Array(Type.Number({ minimum: 0, maximum: 100 }), { maxItems: MEASURES_MAX }), {
    examples: [[50, 95]],
  }),
}

export type StatsBucket = Static<typeof StatsBucket>
export const StatsBucket = Type.Record(
  Type.String(),
  Type.Union([Type.String(), Type.Number(), Type.Null()]),
  {
    description:
      '`timestamp` and `count`, and a key for each value, such as sum_input_tokens or p95_latency_ms.',
  },
)
