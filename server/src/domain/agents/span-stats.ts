import type { SpanAggregationName, SpanValueRef, SpanValueType } from '@heddle/contract/agent-fields'
import type { Micros } from '../../time.ts'
import { groupBy } from '../measures/group-by.ts'
import { formatEdge } from '../measures/time-buckets.ts'
import { type GroupKey, keysView } from './group-keys.ts'
import { isInstant, measureView } from './measure-view.ts'
import type { Scalar, SpanAggregation, SpanGroup, SpanMeasure } from './span-groups.ts'
import { measureOf, spanValue, spanValueType, usualAggregations } from './span-values.ts'

export interface ReceivedMetric {
  readonly alias: string
  readonly value: { readonly source?: NonNullable<SpanValueRef['source']>; readonly key: string }
  readonly value_type: SpanValueType
  readonly aggregations?: readonly SpanAggregationName[]
  readonly percentiles?: readonly number[]
}

/** A column of the response with one aggregation of a metric. */
interface MetricColumn {
  readonly metric: string
  readonly aggregation: string
  readonly measure: SpanMeasure
}

/** One column for each aggregation and each percentile of a metric. */
export function metricColumns(metric: ReceivedMetric): MetricColumn[] {
  const { alias, value_type, aggregations = [], percentiles = [] } = metric
  const asked = aggregations.length + percentiles.length > 0 ? aggregations : usualAggregations(value_type)
  const value = spanValue(metric.value, value_type)
  const column = (aggregation: string, make: SpanAggregation): MetricColumn => ({
    metric: alias,
    aggregation,
    measure: measureOf(alias, make, value),
  })
  return [
    ...asked.map((name) => column(name, name)),
    ...percentiles.map((percentile) => column(`p${percentile}`, { percentile })),
  ]
}

const nameOf = ({ metric, aggregation }: MetricColumn): string => `${metric}__${aggregation}`

/** Names and types of the columns. */
export function statsColumns(keys: readonly GroupKey[], metrics: readonly MetricColumn[]) {
  const plain = { metric: null, aggregation: null }
  return [
    { name: 'timestamp', role: 'time' as const, value_type: 'datetime' as const, ...plain },
    ...keys.map(({ alias, value }) => ({
      name: alias,
      role: 'group' as const,
      value_type: spanValueType(value),
      ...plain,
    })),
    ...metrics.map((column) => ({
      name: nameOf(column),
      role: 'metric' as const,
      value_type: isInstant(column.measure) ? ('datetime' as const) : ('number' as const),
      metric: column.metric,
      aggregation: column.aggregation,
    })),
  ]
}

/** One row per group. The first measure of a group is its number of spans. */
export function statsRows(
  groups: readonly SpanGroup[],
  edges: readonly Micros[],
  keys: readonly GroupKey[],
  metrics: readonly MetricColumn[],
): Record<string, Scalar | boolean>[] {
  return groups.map((group) => ({
    timestamp: formatEdge(edges[group.bucket] ?? 0),
    ...keysView(group, keys),
    ...Object.fromEntries(
      metrics.map((column, at) => [nameOf(column), measureView(group.measures[at + 1], column.measure)]),
    ),
  }))
}

/** The groups with the most spans over all buckets, in their original order. */
export function largestGroups(groups: readonly SpanGroup[], countMax: number): SpanGroup[] {
  const idOf = ({ keys }: SpanGroup) => JSON.stringify(keys)
  const sizes = [...groupBy(groups, idOf)].map(([id, members]) => ({
    id,
    size: members.reduce((sum, { measures }) => sum + Number(measures[0] ?? 0), 0),
  }))
  const kept = new Set(
    sizes
      .toSorted((left, right) => right.size - left.size)
      .slice(0, countMax)
      .map(({ id }) => id),
  )
  return groups.filter((group) => kept.has(idOf(group)))
}
