import { fieldNamed } from '@heddle/contract/filter/fields'
import { type Issue, malformed, ServiceError } from '../../errors.ts'
import type { JsonText } from '../../json/text.ts'
import { bind } from '../../query/bind.ts'
import { apply, compare, fieldValue, literal, UNKNOWN } from '../../query/build.ts'
import { type Expression, isDocument, typeOf } from '../../query/expression.ts'
import { parseQuery } from '../../query/parse.ts'
import type { Micros } from '../../time.ts'
import type { Aggregation } from '../measures/distribution.ts'
import {
  checkBucketValues,
  newTimeRange,
  type TimeRangeRequest,
  timeBuckets,
} from '../measures/time-buckets.ts'
import { callCatalogue } from './fields.ts'
import { newCallFilter, type ReceivedCallFilter } from './filter.ts'
import type { CallGroup, CallMetric, CallStatsQuery, Measure, UsageMetric } from './stats.ts'

/** A validated request for statistics, and the query that answers it. */
export interface CallStatsPlan {
  readonly query: CallStatsQuery
  /** Seconds. */
  readonly granularity: number
  readonly timezone: string
  readonly costs: ReadonlySet<CostMetric>
}

export type CostMetric = 'input_cost' | 'output_cost' | 'total_cost' | 'reported_cost'

export interface CallStatsRequest extends TimeRangeRequest {
  readonly project_id: string
  readonly granularity?: number
  readonly timezone?: string
  readonly filter?: ReceivedCallFilter
  readonly query?: JsonText
  readonly group_by?: string
  readonly group_limit?: number
  readonly usage_metrics?: readonly RequestedMeasure<Exclude<UsageMetric, 'requests'> | CostMetric>[]
  readonly call_metrics?: readonly RequestedMeasure<CallMetric>[]
}

interface RequestedMeasure<Metric> {
  readonly metric: Metric
  readonly aggregations?: readonly Aggregation[]
  readonly percentiles?: readonly number[]
}

/** Validates a request for statistics and plans its query. */
export function planCallStats(request: CallStatsRequest, now: Micros): CallStatsPlan {
  const { project_id, filter = {}, timezone = 'UTC', usage_metrics = [], call_metrics = [] } = request
  const { start, end } = newTimeRange(request, now)
  const { edges, granularity } = timeBuckets({ start, end }, timezone, request.granularity)
  const usage = usage_metrics.flatMap((measure, at) =>
    isTokenMeasure(measure) ? newMeasure(measure, ['body', 'usage_metrics', at]) : [],
  )
  const calls = call_metrics.map((measure, at) => newMeasure(measure, ['body', 'call_metrics', at]))
  // All values of all buckets are held in memory before the response is written.
  for (const measures of [usage, calls]) checkBucketValues(edges.length, valuesOf(measures))
  const costs = new Set(usage_metrics.map(({ metric }) => metric).filter(isCostMetric))
  return {
    query: {
      project_id,
      start,
      end,
      filter: newCallFilter(filter, project_id),
      ...(request.query && { condition: bind(parseQuery(request.query), CALL_FIELDS) }),
      ...(request.group_by !== undefined && { group_by: newGroup(request.group_by) }),
      ...(request.group_limit !== undefined && { group_limit: request.group_limit }),
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

/** Fields with another name in `group_by`. */
const GROUP_FIELDS: ReadonlyMap<string, string> = new Map([
  ['trace_name', 'summary.weave.op'],
  ['end_user', 'summary.weave.end_user'],
])

/** The expression that a name in `group_by` stands for. For feedback, it is the first value among the paths that may have it. */
export function newGroup(name: string): CallGroup {
  if (name === 'model') return name
  const paths = feedbackPaths(name) ?? [GROUP_FIELDS.get(name) ?? name]
  const values = paths.map((path) => groupValue(path, name))
  const [first] = values
  if (first && values.length === 1 && !first.canBeEmpty) return first.text
  return values.reduceRight<Expression>(
    (otherwise, { text }) => apply('case', compare('eq', text, literal('')), otherwise, text),
    UNKNOWN,
  )
}

/** Paths at which `feedback.NAME` may be stored, as in the filter language; undefined for other fields. */
function feedbackPaths(name: string): readonly string[] | undefined {
  const field = name.startsWith('feedback.') ? fieldNamed(name) : undefined
  return field && 'paths' in field ? field.paths : undefined
}

interface GroupValue {
  readonly text: Expression
  /** Whether the value is an empty text if the document has nothing at the path. */
  readonly canBeEmpty: boolean
}

function groupValue(path: string, name: string): GroupValue {
  const field = CALL_FIELDS.resolve(path)
  if (field.kind === 'collection') {
    throw new ServiceError(
      'invalid_field',
      `${name} has any number of values, so that calls cannot be grouped by it`,
    )
  }
  const value = fieldValue(field)
  const text: Expression = typeOf(value) === 'text' ? value : { kind: 'convert', input: value, to: 'string' }
  return { text, canBeEmpty: isDocument(field) }
}

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
