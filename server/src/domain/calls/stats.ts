import type { Expression } from '../../query/expression.ts'
import type { Micros } from '../../time.ts'
import type { AscendingNumbers } from '../measures/ascending.ts'
import { Distribution, type Measures } from '../measures/distribution.ts'
import { bucketOf } from '../measures/time-buckets.ts'
import type { TokenCounts } from '../prices/price.ts'
import type { CallFilter } from './filter.ts'
import { type Grouped, type MeasuredUsage, PricedSums, type PricedUsage } from './priced-usage.ts'
import { traceName } from './status.ts'

/**
 * Measures of the calls that start in [start, end). With `trace_roots_only`, usage is that of all calls that count
 * (`counting.ts`), including spans below the root. These belong to the group of the root if it is among the first 16
 * calls of its trace by start, then id; otherwise to their own.
 */
export interface CallStatsQuery {
  readonly project_id: string
  readonly start: Micros
  readonly end: Micros
  readonly filter: CallFilter
  readonly condition?: Expression
  /** Measures each group separately. Calls without a value form one group, with an empty name. */
  readonly group_by?: CallGroup
  /** Only the groups with the most calls, or with the most reports of usage if no calls are measured; ties by name. */
  readonly group_limit?: number
  /** The left edges of the buckets, ascending; the last bucket ends at `end`. */
  readonly edges: readonly Micros[]
  readonly usage: readonly Measure<UsageMetric>[]
  readonly calls: readonly Measure<CallMetric>[]
  /** If costs are requested: the dates in the range at which prices change, ascending. */
  readonly price_dates?: readonly Micros[]
}

/**
 * A text of each call, null if it has none; or the models that calls report. With `model`, the measured calls are those whose
 * usage counts, once for every model they report; with `trace_roots_only` these include spans below the root.
 */
export type CallGroup = Expression | 'model'

/** Whether calls are grouped by op. Engines may group by op ref and leave the names to `aggregateCallStats`. */
export const isByOp = ({ group_by }: Pick<CallStatsQuery, 'group_by'>): boolean =>
  group_by !== undefined &&
  group_by !== 'model' &&
  group_by.kind === 'field' &&
  group_by.field.kind === 'column' &&
  group_by.field.name === 'op'

export type UsageMetric =
  | 'requests'
  | 'input_tokens'
  | 'output_tokens'
  | 'total_tokens'
  | 'cache_read_input_tokens'
  | 'cache_creation_input_tokens'

export type CallMetric = 'latency_ms' | 'call_count' | 'error_count'

export interface Measure<Metric> extends Measures {
  readonly metric: Metric
}

/** One row per bucket with data; the operation adds empty buckets. */
export interface CallStats {
  readonly usage: readonly StatsRow[]
  readonly calls: readonly StatsRow[]
  /** The same usage, split by everything its cost depends on; empty unless the query has `price_dates`. */
  readonly priced: readonly PricedUsage[]
  /** With `group_by`: the number of groups before `group_limit`. */
  readonly group_count?: number
}

export interface StatsRow {
  /** Index into the query's edges. */
  readonly bucket: number
  /** The model, on usage rows. */
  readonly model?: string
  /** With `group_by`: the value; empty for calls without one. */
  readonly group?: string
  readonly count: number
  /** When the latest of them started. */
  readonly last_started_at: Micros
  /** `sum_input_tokens`, `p95_latency_ms` and the like. */
  readonly values: Readonly<Record<string, number | null>>
}

/**
 * Matching calls with the same bucket, group and outcome. An engine may put any number of them into one
 * row, and may write `failed` as 0 or 1.
 */
export interface MeasuredCalls extends Grouped {
  /** When the latest of them started. */
  readonly started_at: Micros
  readonly failed: boolean | number
  readonly count: number
  /** Latencies of finished calls in whole milliseconds; needed only if `wantsLatencies`. Not to be changed afterwards. */
  readonly tookMs: ArrayLike<number>
  /** Further latencies, the lowest first. */
  readonly ascendingMs?: AscendingNumbers
}

export const wantsLatencies = ({ calls }: CallStatsQuery): boolean =>
  calls.some(({ metric }) => metric === 'latency_ms')

/** With more price dates, reading each report is faster for an engine than grouping them. */
const PRICE_DATES_GROUPED_MAX = 32

/** Whether sums suffice for the requested usage, so that single reports need not be read. */
export const wantsSumsAlone = ({ usage, price_dates = [] }: CallStatsQuery): boolean =>
  price_dates.length <= PRICE_DATES_GROUPED_MAX &&
  usage.every(
    ({ aggregations, percentiles }) =>
      percentiles.length === 0 && aggregations.every((aggregation) => aggregation === 'sum'),
  )

/** Aggregates the rows of an engine into the query's buckets. Rows outside [start, end) are ignored. */
export function aggregateCallStats(
  query: CallStatsQuery,
  calls: Iterable<MeasuredCalls>,
  usage: Iterable<MeasuredUsage>,
): CallStats {
  const aggregation = new CallStatsAggregation(query)
  for (const row of calls) aggregation.addCalls(row)
  for (const row of usage) aggregation.addUsage(row)
  return aggregation.stats()
}

/** The same for rows that come one after the other. */
export class CallStatsAggregation {
  readonly #query: CallStatsQuery
  readonly #groupOf: (row: Grouped) => string | undefined
  readonly #calls: Groups<CallMetric>
  readonly #usage: Groups<UsageMetric>
  readonly #priced: PricedSums

  constructor(query: CallStatsQuery) {
    this.#query = query
    this.#groupOf = groupNamer(query)
    this.#calls = new Groups(query, query.calls)
    this.#usage = new Groups(query, query.usage)
    this.#priced = new PricedSums(query)
  }

  addCalls(row: MeasuredCalls): void {
    const found = this.#calls.countedAt(row.started_at, undefined, this.#groupOf(row), row.count)
    for (const [metric, distribution] of found ?? []) addCalls(row, metric, distribution)
  }

  addUsage(row: MeasuredUsage): void {
    const group = this.#groupOf(row)
    const found = this.#usage.countedAt(row.started_at, row.model, group, row.count)
    for (const [metric, distribution] of found ?? []) distribution.add(usageValue(row, metric))
    if (found && this.#query.price_dates) this.#priced.add(row, group)
  }

  stats(): CallStats {
    const { group_by, group_limit } = this.#query
    const stats = { calls: this.#calls.rows(), usage: this.#usage.rows(), priced: this.#priced.rows() }
    return group_by === undefined ? stats : largestGroups(stats, group_limit)
  }
}

function largestGroups(stats: CallStats, limit: number | undefined): CallStats {
  const counts = new Map<string, number>()
  for (const { group = '', count } of stats.calls.length > 0 ? stats.calls : stats.usage)
    counts.set(group, (counts.get(group) ?? 0) + count)
  const group_count = counts.size
  if (limit === undefined || limit >= group_count) return { ...stats, group_count }
  const ranked = [...counts].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1))
  const kept = new Set(ranked.slice(0, limit).map(([group]) => group))
  const isKept = ({ group = '' }: { readonly group?: string }) => kept.has(group)
  return {
    calls: stats.calls.filter(isKept),
    usage: stats.usage.filter(isKept),
    priced: stats.priced.filter(isKept),
    group_count,
  }
}

/** Caches the names: there are many calls and few ops. */
function groupNamer(query: CallStatsQuery): (row: Grouped) => string | undefined {
  if (query.group_by === undefined) return () => undefined
  if (!isByOp(query)) return ({ group }) => group ?? ''
  const known = new Map<string, string>()
  return ({ group }) => {
    const opName = group ?? ''
    const name = known.get(opName) ?? traceName(opName)
    known.set(opName, name)
    return name
  }
}

function addCalls(row: MeasuredCalls, metric: CallMetric, distribution: Distribution): void {
  switch (metric) {
    case 'latency_ms':
      distribution.addAll(row.tookMs instanceof Float64Array ? row.tookMs : Float64Array.from(row.tookMs))
      if (row.ascendingMs) distribution.addAscending(row.ascendingMs)
      break
    case 'call_count':
      distribution.add(1, row.count)
      break
    case 'error_count':
      distribution.add(row.failed ? 1 : 0, row.count)
  }
}

function usageValue(usage: TokenCounts, metric: UsageMetric): number {
  switch (metric) {
    case 'input_tokens':
      return usage.prompt_tokens
    case 'output_tokens':
      return usage.completion_tokens
    default:
      return usage[metric]
  }
}

/** One distribution per bucket, model, group and metric, in the order in which they first appear. */
class Groups<Metric extends string> {
  readonly #query: CallStatsQuery
  readonly #measures: readonly Measure<Metric>[]
  readonly #groups = new Map<string, Group<Metric>>()

  constructor(query: CallStatsQuery, measures: readonly Measure<Metric>[]) {
    this.#query = query
    this.#measures = measures
  }

  /** Counts calls that started at an instant and returns their distributions; undefined outside the range. */
  countedAt(
    at: Micros,
    model: string | undefined,
    group: string | undefined,
    count: number,
  ): Group<Metric>['distributions'] | undefined {
    const { start, end, edges } = this.#query
    if (at < start || at >= end) return undefined
    const found = this.#group(bucketOf(edges, at), model, group)
    found.count += count
    if (at > found.last_started_at) found.last_started_at = at
    return found.distributions
  }

  rows(): StatsRow[] {
    return [...this.#groups.values()].map(({ bucket, model, group, distributions, ...found }) => ({
      bucket,
      ...(model !== undefined && { model }),
      ...(group !== undefined && { group }),
      ...found,
      values: Object.fromEntries(distributions.flatMap(([metric, values]) => [...values.results(metric)])),
    }))
  }

  #group(bucket: number, model: string | undefined, group: string | undefined): Group<Metric> {
    const key = `${bucket}\0${model}\0${group}`
    const known = this.#groups.get(key)
    if (known) return known
    const distributions = this.#measures.map(
      (measure) => [measure.metric, new Distribution(measure)] as const,
    )
    const created = { bucket, model, group, count: 0, last_started_at: 0, distributions }
    this.#groups.set(key, created)
    return created
  }
}

interface Group<Metric> {
  readonly bucket: number
  readonly model: string | undefined
  readonly group: string | undefined
  count: number
  last_started_at: Micros
  readonly distributions: readonly (readonly [Metric, Distribution])[]
}
