import { formatDateTime, type Micros } from '../../time.ts'
import { lazyMap } from '../../turns.ts'
import { Distribution } from '../measures/distribution.ts'
import { groupBy } from '../measures/group-by.ts'
import { checkBucketValues, formatEdge } from '../measures/time-buckets.ts'
import type { PriceBook } from '../prices/book.ts'
import { sumOfClasses, sumOfKnown, tokenCosts } from '../prices/costs.ts'
import { countedCost } from '../prices/reported-cost.ts'
import type { PricedUsage } from './priced-usage.ts'
import type { CallStats, Measure, StatsRow } from './stats.ts'
import type { CallStatsPlan, CostMetric } from './stats-plan.ts'

export interface CallStatsReply {
  readonly start: string
  readonly end: string
  readonly granularity: number
  readonly timezone: string
  /** Built as they are read: there may be hundreds of thousands. */
  readonly usage_buckets: StatsBuckets
  readonly call_buckets: StatsBuckets
  /** With `group_by`. */
  readonly group_count?: number
}

type StatsBuckets = readonly StatsBucket[] | Generator<StatsBucket, void>

/** `timestamp`, `count`, the values by their keys and, for usage, `model`. */
type StatsBucket = Readonly<Record<string, string | number | null>>

/**
 * The response, with every bucket of the range and, for usage, every model in every bucket. Groups have only buckets with
 * data, since most would be empty. Throws `too_large` for too many values.
 */
export function fillStats(plan: CallStatsPlan, stats: CallStats, prices: PriceBook): CallStatsReply {
  const costsOf = costReader(plan, stats.priced, prices)
  return {
    start: formatDateTime(plan.query.start),
    end: formatDateTime(plan.query.end),
    granularity: plan.granularity,
    timezone: plan.timezone,
    usage_buckets: plan.query.group_by
      ? groupedBuckets(plan, stats.usage, usageValues(costsOf))
      : usageBuckets(plan, stats.usage, costsOf),
    call_buckets: plan.query.group_by
      ? groupedBuckets(plan, stats.calls, groupedCallValues(plan))
      : callBuckets(plan, stats.calls),
    ...(plan.query.group_by && { group_count: stats.group_count ?? 0 }),
  }
}

function groupedBuckets(
  { query }: CallStatsPlan,
  rows: readonly StatsRow[],
  valuesOf: (row: StatsRow) => StatsBucket,
): StatsBuckets {
  const [first] = rows
  if (first) checkBucketValues(rows.length, Object.keys(valuesOf(first)).length)
  const inOrder = rows.toSorted(
    (a, b) => a.bucket - b.bucket || compareTexts(a.group, b.group) || compareTexts(a.model, b.model),
  )
  return lazyMap(inOrder, (row) => ({
    timestamp: formatEdge(query.edges[row.bucket] ?? query.start),
    group: row.group ?? '',
    ...valuesOf(row),
  }))
}

const compareTexts = (a = '', b = ''): number => (a < b ? -1 : Number(a > b))

function callBuckets(plan: CallStatsPlan, rows: readonly StatsRow[]): StatsBuckets {
  if (plan.query.calls.length === 0) return []
  const byBucket = new Map(rows.map((row) => [row.bucket, row]))
  const valuesOf = callValues(plan)
  checkBucketValues(plan.query.edges.length, Object.keys(valuesOf(undefined)).length)
  return lazyMap(plan.query.edges, (edge, bucket) => ({
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

const usageValues =
  (costsOf: CostReader) =>
  ({ bucket, model = '', group, count, values }: StatsRow): StatsBucket => ({
    model,
    ...values,
    ...costsOf({ bucket, model, ...(group !== undefined && { group }) }),
    count,
  })

function usageBuckets(plan: CallStatsPlan, rows: readonly StatsRow[], costsOf: CostReader): StatsBuckets {
  const models = [...new Set(rows.map(({ model = '' }) => model))].sort()
  const empty = emptyValues(plan.query.usage)
  checkBucketValues(plan.query.edges.length, models.length * (Object.keys(empty).length + plan.costs.size))
  const byBucket = groupBy(rows, ({ bucket }) => bucket)
  return everyModel()

  function* everyModel(): Generator<StatsBucket, void> {
    for (const [bucket, edge] of plan.query.edges.entries()) {
      const timestamp = formatEdge(edge)
      const byModel = new Map(byBucket.get(bucket)?.map((row) => [row.model ?? '', row]))
      for (const model of models) {
        const row = byModel.get(model)
        const costs = costsOf({ bucket, model })
        yield { timestamp, model, ...empty, ...row?.values, ...costs, count: row?.count ?? 0 }
      }
    }
  }
}

/** Values of an empty bucket: sums and counts are 0, the rest is null. */
function emptyValues(measures: readonly Measure<string>[]): StatsRow['values'] {
  return Object.fromEntries(
    measures.flatMap((measure) => [...new Distribution(measure).results(measure.metric)]),
  )
}

type Place = Pick<PricedUsage, 'bucket' | 'model' | 'group'>

/** The costs of a model in a bucket, by their keys. */
type CostReader = (place: Place) => StatsBucket

/** Calls are priced at their start. A model without a price has no computed cost. */
function costReader(
  { costs, query }: CallStatsPlan,
  priced: readonly PricedUsage[],
  prices: PriceBook,
): CostReader {
  const keyOf = ({ bucket, model, group }: Place) => JSON.stringify([bucket, model, group])
  const sums = new Map<string, Costs>()
  for (const usage of priced) sums.set(keyOf(usage), addCosts(sums.get(keyOf(usage)), usage, prices))
  const metrics = [...costs]
  return (place) => {
    const found = sums.get(keyOf(place)) ?? unusedCosts(place.model, query.edges[place.bucket] ?? 0, prices)
    return Object.fromEntries(metrics.map((metric) => [`sum_${metric}`, found[metric]]))
  }
}

type Costs = Readonly<Record<CostMetric, number | null>>

const NO_COSTS: Costs = { input_cost: null, output_cost: null, total_cost: null, reported_cost: null }

/** A priced model that was not used costs 0. */
const unusedCosts = (model: string, at: Micros, prices: PriceBook): Costs =>
  prices.at({ model }, at) ? { ...NO_COSTS, input_cost: 0, output_cost: 0, total_cost: 0 } : NO_COSTS

function addCosts(to: Costs = NO_COSTS, usage: PricedUsage, prices: PriceBook): Costs {
  const price = prices.at(usage, usage.started_at)
  const computed = price && tokenCosts(usage, price)
  const output = computed?.completion_tokens_total_cost ?? null
  const sum = computed && sumOfClasses(computed)
  return {
    input_cost: sumOfKnown(to.input_cost, sum === undefined || output === null ? null : sum - output),
    output_cost: sumOfKnown(to.output_cost, output),
    total_cost: sumOfKnown(to.total_cost, countedCost(usage, sum)),
    reported_cost: sumOfKnown(to.reported_cost, usage.reported_cost),
  }
}
