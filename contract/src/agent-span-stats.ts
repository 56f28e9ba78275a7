import * as Type from 'typebox'
import {
  filtersNotServed,
  SpanAggregationName,
  SpanGroupFilter,
  SpanGroupRef,
  SpanValueRef,
  SpanValueType,
} from './agent-fields.ts'
import { endpoint } from './endpoint.ts'
import { example } from './examples.ts'
import { QueryField } from './query.ts'
import { Maybe, MEASURES_MAX, Nullable, ProjectId } from './schema.ts'
import { bucketFields, usedBucketFields, windowFields } from './time-buckets.ts'

export const readAgentSpanStats = endpoint({
  method: 'POST',
  path: '/agents/spans/stats',
  tag: 'agents',
  summary: 'Measure agent spans over time',
  description:
    'One row per bucket and group; those without spans are left out. `columns` describes the keys ' +
    'of a row: `timestamp`, the aliases of the groups, and `alias__aggregation` or `alias__p95` for metrics.',
  request: Type.Object({
    project_id: ProjectId,
    ...windowFields,
    ...bucketFields,
    query: QueryField,
    metrics: Type.Array(
      Type.Object({
        alias: Type.String({ maxLength: 200 }),
        value: SpanValueRef,
        value_type: SpanValueType,
        aggregations: Maybe(Type.Array(SpanAggregationName, { maxItems: MEASURES_MAX }), {
          description: 'By default the sum of numbers, and the count of other values.',
        }),
        percentiles: Maybe(Type.Array(Type.Number({ minimum: 0, maximum: 100 }), { maxItems: MEASURES_MAX })),
      }),
      { minItems: 1, maxItems: MEASURES_MAX },
    ),
    group_by: Maybe(Type.Array(SpanGroupRef, { maxItems: MEASURES_MAX })),
    group_limit: Maybe(Type.Integer({ minimum: 1, maximum: 1000 }), {
      description: 'Maximum number of groups, those with the most spans; 50 by default.',
    }),
    bucket_by: Maybe(
      Type.Object({ type: Maybe(Type.Union([Type.Literal('time'), Type.Literal('number')])) }),
      {
        description: 'Time buckets only; numeric buckets are not supported.',
      },
    ),
    group_filters: Maybe(Type.Array(SpanGroupFilter), {
      description: 'Not supported: must be empty.',
    }),
    ...filtersNotServed,
  }),
  example: {
    project_id: example.project_id,
    start: '2025-03-01T00:00:00Z',
    end: '2025-03-02T00:00:00Z',
    metrics: [{ alias: 'tokens', value: { source: 'field', key: 'output_tokens' }, value_type: 'number' }],
    group_by: [{ source: 'field', key: 'agent_name' }],
  },
  reply: Type.Object({
    ...usedBucketFields,
    bucket_type: Type.Literal('time'),
    columns: Type.Array(
      Type.Object({
        name: Type.String(),
        role: Type.Union([Type.Literal('time'), Type.Literal('group'), Type.Literal('metric')]),
        value_type: SpanValueType,
        metric: Nullable(Type.String()),
        aggregation: Nullable(Type.String()),
      }),
    ),
    rows: Type.Array(
      Type.Record(Type.String(), Type.Union([Type.String(), Type.Number(), Type.Boolean(), Type.Null()])),
    ),
  }),
})
