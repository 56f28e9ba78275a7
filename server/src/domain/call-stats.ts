import type { CallFilter } from './call-filter.ts'
import type { Micros } from './time.ts'

/** What to measure over the calls that start in [start, end). */
export interface CallStatsQuery {
  readonly project_id: string
  readonly start: Micros
  readonly end: Micros
  readonly filter: CallFilter
  /** The left edges of the buckets, ascending; the last bucket ends at `end`. */
  readonly edges: readonly Micros[]
  readonly usage: readonly Measure<UsageMetric>[]
  readonly calls: readonly Measure<CallMetric>[]
}

export type UsageMetric =
  | 'requests'
  | 'input_tokens'
  | 'output_tokens'
  | 'total_tokens'
  | 'cache_read_input_tokens'
  | 'cache_creation_input_tokens'

export type CallMetric = 'latency_ms' | 'call_count' | 'error_count'

export type Aggregation = 'sum' | 'avg' | 'min' | 'max' | 'count' | 'count_true' | 'count_false'

export interface Measure<Metric> {
  readonly metric: Metric
  readonly aggregations: readonly Aggregation[]
  readonly percentiles: readonly number[]
}

/** One row per bucket that has data; empty buckets are the operation's to fill in. */
export interface CallStats {
  readonly usage: readonly StatsRow[]
  readonly calls: readonly StatsRow[]
}

export interface StatsRow {
  /** Index into the query's edges. */
  readonly bucket: number
  /** The model, on usage rows. */
  readonly model?: string
  readonly count: number
  /** `sum_input_tokens`, `p95_latency_ms` and the like. */
  readonly values: Readonly<Record<string, number | null>>
}
