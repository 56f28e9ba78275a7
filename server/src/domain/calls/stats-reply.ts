import { formatDateTime } from '../../time.ts'
import { Distribution } from '../measures/distribution.ts'
import { groupBy } from '../measures/group-by.ts'
import { checkBucketValues, formatEdge } from '../measures/time-buckets.ts'
import type { PriceBook } from '../prices/book.ts'
import { tokenCosts } from '../prices/costs.ts'
import type { CallStats, Measure, StatsRow } from './stats.ts'
import type { CallStatsPlan, CostMetric } from './stats-plan.ts'

export interface CallStatsReply {
  readonly start: string
  readonly end: string
  readonly granularity: number
  readonly timezone: string
  readonly usage_buckets: readonly StatsBucket[]
  readonly call_buckets: readonly StatsBucket[]
}

/** `timestamp`, `count`, the values by their keys and, for usage, `model`. */
type StatsBucket = Readonly<Record<string, string | number | null>>

/**
 * The answer with every bucket of the range in it, and for usage every model in every bucket. What
 * is measured by group is there where it was found: a bucket for each of many groups would be mostly
 * nothing.
 */
export function fillStats(plan: CallStatsPlan, stats: CallStats, prices: PriceBook): CallStatsReply {
  return {
    start: formatDateTime(plan.query.start),
    end: formatDateTime(plan.query.end),
    granularity: plan.granularity,
    timezone: plan.timezone,
    usage_buckets: plan.query.group_by
      ? groupedBuckets(plan, stats.usage, (row) => usageValues(plan, row.model ?? '', row, prices))
      : usageBuckets(plan, stats.usage, prices),
    call_buckets: plan.query.group_by
      ? groupedBuckets(plan, stats.calls, groupedCallValues(plan))
      : callBuckets(plan, stats.calls),
  }
}

function groupedBuckets(
  { query }: CallStatsPlan,
  rows: readonly StatsRow[],
  valuesOf: (row: StatsRow) => StatsBucket,
): StatsBucket[] {
  const inOrder = rows.toSorted(
    (a, b) => a.bucket - b.bucket || compareTexts(a.group, b.group) || compareTexts(a.model, b.model),
  )
  return inOrder.map((row) => ({
    timestamp: formatEdge(query.edges[row.bucket] ?? query.start),
    group: row.group ?? '',
    ...valuesOf(row),
  }))
}

const compareTexts = (a = '', b = ''): number => (a < b ? -1 : Number(a > b))

function callBuckets(plan: CallStatsPlan, rows: readonly StatsRow[]): StatsBucket[] {
  if (plan.query.calls.length === 0) return []
  const byBucket = new Map(rows.map((row) => [row.bucket, row]))
  const valuesOf = callValues(plan)
  checkBucketValues(plan.query.edges.length, Object.keys(valuesOf(undefined)).length)
  return plan.query.edges.map((edge, bucket) => ({
    timestamp: formatEdge(edge),
    ...valuesOf(byBucket.get(bucket)),
  }))
}

function callValues({ query }: CallStatsPlan): (row: StatsRow | undefined) => StatsBucket {
  const empty = emptyValues(query.calls)
  return (row) => ({ ...empty, ...row?.values, count: row?.count ?? 0 })
}

function groupedCallValues(plan: CallStatsPlan): (row: StatsRow) => StatsBucket {
  const valuesOf = callValues(plan)
  return (row) => ({ ...valuesOf(row), last_started_at: formatDateTime(row.last_started_at) })
}

function usageBuckets(plan: CallStatsPlan, rows: readonly StatsRow[], prices: PriceBook): StatsBucket[] {
  const byBucket = groupBy(rows, ({ bucket }) => bucket)
  const models = [...new Set(rows.map(({ model = '' }) => model))].sort()
  const valuesOfModel = Object.keys(emptyValues(plan.query.usage)).length + plan.costs.size
  checkBucketValues(plan.query.edges.length, models.length * valuesOfModel)
  return plan.query.edges.flatMap((edge, bucket) => {
    const byModel = new Map(byBucket.get(bucket)?.map((row) => [row.model ?? '', row]))
    return models.map((model) => ({
      timestamp: formatEdge(edge),
      ...usageValues(plan, model, byModel.get(model), prices),
    }))
  })
}

function usageValues(
  plan: CallStatsPlan,
  model: string,
  row: StatsRow | undefined,
  prices: PriceBook,
): StatsBucket {
  const values = { ...emptyValues(plan.query.usage), ...row?.values }
  const shown = Object.keys(emptyValues(plan.usage)).map((key) => [key, values[key] ?? null])
  return {
    model,
    ...Object.fromEntries(shown),
    ...costValues(plan.costs, model, values, prices),
    count: row?.count ?? 0,
  }
}

type Values = StatsRow['values']

/** What a bucket without data says: sums and counts are 0, the rest is null. */
function emptyValues(measures: readonly Measure<string>[]): Values {
  return Object.fromEntries(
    measures.flatMap((measure) => [...new Distribution(measure).results(measure.metric)]),
  )
}

/** At the newest price, whenever the calls were; null for a model without one. */
function costValues(
  metrics: ReadonlySet<CostMetric>,
  model: string,
  values: Values,
  prices: PriceBook,
): Record<string, number | null> {
  const price = prices.newest(model)
  const costs = price && tokenCosts(tokenSums(values), price)
  const input =
    costs &&
    costs.prompt_tokens_total_cost +
      costs.cache_read_input_tokens_total_cost +
      costs.cache_creation_input_tokens_total_cost
  const output = costs?.completion_tokens_total_cost
  const byMetric: Record<CostMetric, number | undefined> = {
    input_cost: input,
    output_cost: output,
    total_cost: input === undefined || output === undefined ? undefined : input + output,
  }
  return Object.fromEntries([...metrics].map((metric) => [`sum_${metric}`, byMetric[metric] ?? null]))
}

function tokenSums(values: Values) {
  return {
    prompt_tokens: values.sum_input_tokens ?? 0,
    completion_tokens: values.sum_output_tokens ?? 0,
    cache_read_input_tokens: values.sum_cache_read_input_tokens ?? 0,
    cache_creation_input_tokens: values.sum_cache_creation_input_tokens ?? 0,
  }
}
