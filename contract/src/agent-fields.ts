import type { Static } from 'typebox'
import * as Type from 'typebox'
import { Query } from './query.ts'
import { DateTime, Direction, Maybe } from './schema.ts'

const CustomAttributeSource = [
  Type.Literal('custom_attrs_string'),
  Type.Literal('custom_attrs_int'),
  Type.Literal('custom_attrs_float'),
  Type.Literal('custom_attrs_bool'),
] as const

/** The map of custom attributes that holds values of one type. */
export const AttributeMap = Type.Union([...CustomAttributeSource])

/** A value of a span: a column, a computed field (`duration_ms`), or a custom attribute. */
export type SpanValueRef = Static<typeof SpanValueRef>
export const SpanValueRef = Type.Object({
  source: Maybe(Type.Union([Type.Literal('field'), Type.Literal('derived'), ...CustomAttributeSource])),
  key: Type.String({ examples: ['input_tokens'] }),
})

export type SpanGroupRef = Static<typeof SpanGroupRef>
export const SpanGroupRef = Type.Object({
  source: Maybe(Type.Union([Type.Literal('field'), Type.Literal('column'), ...CustomAttributeSource])),
  key: Type.String({ examples: ['agent_name'] }),
  alias: Maybe(Type.String({ maxLength: 200 }), {
    description: 'Its name in the response; the key by default.',
  }),
})

export type SpanValueType = Static<typeof SpanValueType>
export const SpanValueType = Type.Union([
  Type.Literal('datetime'),
  Type.Literal('number'),
  Type.Literal('boolean'),
  Type.Literal('string'),
])

export type SpanAggregationName = Static<typeof SpanAggregationName>
export const SpanAggregationName = Type.Union([
  Type.Literal('sum'),
  Type.Literal('avg'),
  Type.Literal('min'),
  Type.Literal('max'),
  Type.Literal('count'),
  Type.Literal('count_distinct'),
  Type.Literal('count_true'),
  Type.Literal('count_false'),
])

export type SpanMeasureSpec = Static<typeof SpanMeasureSpec>
export const SpanMeasureSpec = Type.Object({
  alias: Type.String({ maxLength: 200, examples: ['output_tokens'] }),
  aggregation: SpanAggregationName,
  value: Maybe(SpanValueRef, { description: 'Required unless the aggregation is `count`.' }),
  value_type: Maybe(SpanValueType),
  filter: Maybe(Query, { description: 'Only spans that match are counted.' }),
})

export const SpanGroupFilter = Type.Object({
  group_by: Maybe(Type.Array(SpanGroupRef), { description: 'Empty: a filter groups as its request does.' }),
  measure: SpanMeasureSpec,
  min: Maybe(Type.Union([Type.Number(), DateTime()])),
  max: Maybe(Type.Union([Type.Number(), DateTime()])),
})

/** Filters on data that this server does not have; spread into a request's properties. */
export const filtersNotServed = {
  signal_filters: Maybe(
    Type.Object({ tags: Maybe(Type.Array(Type.Unknown())), ratings: Maybe(Type.Array(Type.Unknown())) }),
    { description: 'Not supported: must be empty.' },
  ),
  insight_filters: Maybe(Type.Array(Type.Unknown()), {
    description: 'Not supported: must be empty.',
  }),
}

/** Only spans that started in this window; spread into a request's properties. */
export const startedFields = {
  started_after: Maybe(DateTime(), { description: 'Only spans that started at this time or later.' }),
  started_before: Maybe(DateTime(), { description: 'Only spans that started before this time.' }),
}

export const AgentSortBy = Type.Object({
  field: Type.String({ examples: ['last_seen'] }),
  direction: Maybe(Direction, { description: 'Descending by default.' }),
})

export const includeCosts = Maybe(Type.Boolean(), {
  description: 'Accepted for compatibility. Agent spans have no prices: costs are always null.',
})
