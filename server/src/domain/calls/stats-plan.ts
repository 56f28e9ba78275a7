import { type Issue, malformed } from '../../errors.ts'
import type { JsonText } from '../../json/text.ts'
import { bind } from '../../query/bind.ts'
import { parseQuery } from '../../query/parse.ts'
import { type Micros, readDateTime } from '../../time.ts'
import type { Aggregation } from '../measures/distribution.ts'
import { checkBucketValues, checkOrder, checkTimeRange, timeBuckets } from '../measures/time-buckets.ts'
import { callCatalogue } from './fields.ts'
import { newCallFilter, type ReceivedCallFilter } from './filter.ts'
import type { CallGroup, CallMetric, CallStatsQuery, Measure, UsageMetric } from './stats.ts'

/** What a caller asked for, and what to ask the store for. */
export interface CallStatsPlan {
  readonly query: CallStatsQuery
  /** Seconds. */
  readonly granularity: number
  readonly timezone: string
  readonly costs: ReadonlySet<CostMetric>
}

export type CostMetric = 'input_cost' | 'output_cost' | 'total_cost' | 'reported_cost'

export interface CallStatsRequest {
  readonly project_id: string
  readonly start: string | number
  readonly end?: string | number
  readonly granularity?: number
  readonly timezone?: string
  readonly long_range?: boolean
  readonly filter?: ReceivedCallFilter
  readonly query?: JsonText
  readonly group_by?: CallGroup
  readonly usage_metrics?: readonly RequestedMeasure<Exclude<UsageMetric, 'requests'> | CostMetric>[]
  readonly call_metrics?: readonly RequestedMeasure<CallMetric>[]
}

interface RequestedMeasure<Metric> {
  readonly metric: Metric
  readonly aggregations?: readonly Aggregation[]
  readonly percentiles?: readonly number[]
}

/** Judges a request for statistics, and plans how to answer it. */
export function planCallStats(request: CallStatsRequest, now: Micros): CallStatsPlan {
  const { project_id, filter = {}, timezone = 'UTC', usage_metrics = [], call_metrics = [] } = request
  const start = readDateTime(request.start, ['body', 'start'])
  const end = request.end === undefined ? now : readDateTime(request.end, ['body', 'end'])
  if (request.long_range) checkOrder({ start, end })
  else checkTimeRange({ start, end })
  const { edges, granularity } = timeBuckets({ start, end }, timezone, request.granularity)
  const usage = usage_metrics.flatMap((measure, at) =>
    isTokenMeasure(measure) ? newMeasure(measure, ['body', 'usage_metrics', at]) : [],
  )
  const calls = call_metrics.map((measure, at) => newMeasure(measure, ['body', 'call_metrics', at]))
  // Each measure of each bucket is gathered before it is answered.
  for (const measures of [usage, calls]) checkBucketValues(edges.length, valuesOf(measures))
  const costs = new Set(usage_metrics.map(({ metric }) => metric).filter(isCostMetric))
  return {
    query: {
      project_id,
      start,
      end,
      filter: newCallFilter(filter, project_id),
      ...(request.query && { condition: bind(parseQuery(request.query), CALL_FIELDS) }),
      ...(request.group_by && { group_by: request.group_by }),
      edges,
      usage,
      calls,
    },
    granularity,
    timezone,
    costs,
  }
}

const CALL_FIELDS = callCatalogue({ expand_columns: [] })

const COST_METRICS: readonly string[] = [
  'input_cost',
  'output_cost',
  'total_cost',
  'reported_cost',
] satisfies CostMetric[]

const isCostMetric = (metric: string): metric is CostMetric => COST_METRICS.includes(metric)

const isTokenMeasure = (measure: RequestedMeasure<string>): measure is RequestedMeasure<UsageMetric> =>
  !isCostMetric(measure.metric)

function newMeasure<Metric>(requested: RequestedMeasure<Metric>, loc: Issue['loc']): Measure<Metric> {
  const { metric, aggregations = ['sum'], percentiles = [] } = requested
  const at = percentiles.findIndex((p) => !(p >= 0 && p <= 100))
  if (at >= 0) {
    const msg = 'Input should be between 0 and 100'
    throw malformed([{ loc: [...loc, 'percentiles', at], msg, type: 'value_error' }])
  }
  return { metric, aggregations, percentiles }
}

const valuesOf = (measures: readonly Measure<string>[]): number =>
  measures.reduce((sum, { aggregations, percentiles }) => sum + aggregations.length + percentiles.length, 0)
