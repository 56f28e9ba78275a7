import type { Static } from 'typebox'
import * as Type from 'typebox'
import { CallsFilter } from './calls-query.ts'
import { endpoint } from './endpoint.ts'
import { example } from './examples.ts'
import { QueryField } from './query.ts'
import { Maybe, MaybeValues, Nullable, ProjectId } from './schema.ts'
import { bucketFields, longRangeFields, usedBucketFields, windowFields } from './time-buckets.ts'

const Counts = Type.Array(Type.Integer(), { description: 'One per bucket.' })

export type ScoreSeries = Static<typeof ScoreSeries>
export const ScoreSeries = Type.Object({
  name: Type.String({
    description:
      'As in a filter: `helpfulness`, `emoji`, and `exactness.correct` for a value inside an object. Notes are left out.',
  }),
  value_type: Type.Union([Type.Literal('numeric'), Type.Literal('boolean'), Type.Literal('categorical')], {
    description: 'A name with values of several types has a series for each.',
  }),
  group: Maybe(Type.String(), { description: 'With `group_by`; empty for calls without a value.' }),
  count: Type.Integer({ description: 'Number of values in the whole window.' }),
  counts: Counts,
  mean: Nullable(Type.Number(), {
    description: 'Of booleans the share of true; null for categories.',
  }),
  means: Type.Array(Nullable(Type.Number()), {
    description: 'One per bucket, null where there is no value; empty for categories.',
  }),
  values: Type.Array(Type.Object({ value: Type.String(), count: Type.Integer(), counts: Counts }), {
    description: 'The most frequent categories, at most 10. Texts of over 100 characters are left out.',
  }),
})

export const readScores = endpoint({
  method: 'POST',
  path: '/feedback/scores',
  tag: 'feedback',
  summary: 'Summarize scores, reactions and other named feedback over time',
  description:
    'Means of numbers, shares of booleans and counts of categories, for each name that feedback has in the window. With a filter or query, only feedback on matching calls.',
  request: Type.Object({
    project_id: ProjectId,
    ...windowFields,
    ...longRangeFields,
    ...bucketFields,
    time_of: Maybe(Type.Union([Type.Literal('feedback'), Type.Literal('call')]), {
      description:
        'What counts in the window and its buckets: when feedback was given, by default, or when the call it is about started.',
    }),
    filter: Maybe(CallsFilter),
    query: QueryField,
    names: MaybeValues({ description: 'Only these names.' }),
    group_by: Maybe(Type.String({ examples: ['trace_name', 'attributes.env'] }), {
      description:
        'One series per name and value of a field of the call, by any name that `/calls/values` takes: the groups with the most feedback, at most 10 per name.',
    }),
    limit: Maybe(Type.Integer({ minimum: 1, maximum: 50 }), {
      description: 'Maximum number of names, those with the most feedback; 12 by default.',
    }),
  }),
  example: {
    project_id: example.project_id,
    start: '2025-03-01T00:00:00Z',
    end: '2025-03-08T00:00:00Z',
    granularity: 86_400,
    names: ['helpfulness'],
  },
  reply: Type.Object({
    ...usedBucketFields,
    timestamps: Type.Array(Type.String({ format: 'date-time' }), {
      description: 'The start of each bucket.',
    }),
    series: Type.Array(ScoreSeries, { description: 'Most feedback first.' }),
    name_count: Type.Integer({ description: 'Number of names, including those beyond the limit.' }),
  }),
})
