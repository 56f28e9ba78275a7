import type { StatsBucket } from '@heddle/contract/time-buckets'
import type { CallMeasures } from '../api/stats.ts'
import { sumOf } from '../components/Chart/series.ts'

/** Statistics of a group of calls. Null means not measured, not zero. */
export interface Figures {
  readonly calls: number
  readonly errors: number
  readonly p50: number | null
  readonly p95: number | null
  readonly p99: number | null
  readonly tokens: number
  readonly cost: number
  /** What clients reported; 0 if none did. */
  readonly reportedCost: number
}

interface StatsReply {
  readonly call_buckets: readonly StatsBucket[]
  readonly usage_buckets: readonly StatsBucket[]
}

/** Statistics of the whole window, from a response with a single bucket. */
export function totalFigures({ call_buckets, usage_buckets }: StatsReply): Figures {
  return figuresOf(call_buckets[0] ?? {}, usage_buckets)
}

export interface FiguresRow extends Figures {
  readonly key: string
}

/** Statistics of each group, most calls first. */
export function groupFigures({ call_buckets, usage_buckets }: StatsReply): FiguresRow[] {
  const usage = byGroup(usage_buckets)
  const rows = call_buckets.map((bucket) => ({
    key: String(bucket.group),
    ...figuresOf(bucket, usage.get(String(bucket.group)) ?? []),
  }))
  return rows.sort((a, b) => b.calls - a.calls)
}

export interface UserRow extends FiguresRow {
  /** Start of their latest call. */
  readonly lastSeen: string
}

/** Statistics of each end user, most recently seen first. Calls without a user are left out. */
export function userFigures(reply: StatsReply): UserRow[] {
  const lastSeen = new Map(reply.call_buckets.map(({ group, last_started_at }) => [group, last_started_at]))
  return groupFigures(reply)
    .filter(({ key }) => key !== '')
    .map((row) => ({ ...row, lastSeen: String(lastSeen.get(row.key)) }))
    .sort((a, b) => Date.parse(b.lastSeen) - Date.parse(a.lastSeen))
}

function byGroup(buckets: readonly StatsBucket[]): ReadonlyMap<string, readonly StatsBucket[]> {
  const groups = new Map<string, StatsBucket[]>()
  for (const bucket of buckets) {
    const group = groups.get(String(bucket.group)) ?? []
    group.push(bucket)
    groups.set(String(bucket.group), group)
  }
  return groups
}

export interface ModelRow {
  readonly model: string
  readonly calls: number
  readonly input: number
  readonly output: number
  readonly tokens: number
  readonly cost: number
  readonly reportedCost: number
}

/** Usage by model, most expensive first. */
export function modelFigures(usage: readonly StatsBucket[]): ModelRow[] {
  const rows = usage.map((bucket) => ({
    model: String(bucket.model),
    calls: numberIn(bucket, 'count') ?? 0,
    input: numberIn(bucket, 'sum_input_tokens') ?? 0,
    output: numberIn(bucket, 'sum_output_tokens') ?? 0,
    tokens: tokensIn(bucket),
    cost: numberIn(bucket, 'sum_total_cost') ?? 0,
    reportedCost: numberIn(bucket, 'sum_reported_cost') ?? 0,
  }))
  return rows.filter(({ calls }) => calls > 0).sort((a, b) => b.cost - a.cost || b.tokens - a.tokens)
}

export interface Timeline {
  /** Seconds since 1970. */
  readonly times: readonly number[]
  readonly succeeded: readonly number[]
  readonly failed: readonly number[]
  readonly percentiles: Readonly<Record<'p50' | 'p95' | 'p99', readonly (number | null)[]>>
  readonly input: readonly number[]
  readonly output: readonly number[]
  readonly costByModel: ReadonlyMap<string, readonly number[]>
}

/** Series with one value per bucket. */
export function timelineOf({ call_buckets, usage_buckets }: StatsReply): Timeline {
  const values = (key: string) => call_buckets.map((bucket) => numberIn(bucket, key))
  const counts = values('sum_call_count').map((count) => count ?? 0)
  const failed = values('sum_error_count').map((count) => count ?? 0)
  return {
    times: call_buckets.map(({ timestamp }) => Date.parse(String(timestamp)) / 1000),
    succeeded: counts.map((count, index) => count - (failed[index] ?? 0)),
    failed,
    percentiles: {
      p50: values('p50_latency_ms'),
      p95: values('p95_latency_ms'),
      p99: values('p99_latency_ms'),
    },
    ...usageOverTime(call_buckets, usage_buckets),
  }
}

function usageOverTime(buckets: readonly StatsBucket[], usage: readonly StatsBucket[]) {
  const places = new Map(buckets.map(({ timestamp }, index) => [timestamp, index]))
  const input = buckets.map(() => 0)
  const output = buckets.map(() => 0)
  const costByModel = new Map<string, number[]>()
  for (const bucket of usage) {
    const place = places.get(bucket.timestamp ?? '')
    if (place === undefined) continue
    const model = String(bucket.model)
    const costs = costByModel.get(model) ?? buckets.map(() => 0)
    costByModel.set(model, costs)
    add(input, place, numberIn(bucket, 'sum_input_tokens'))
    add(output, place, numberIn(bucket, 'sum_output_tokens'))
    add(costs, place, numberIn(bucket, 'sum_total_cost'))
  }
  return { input, output, costByModel }
}

function add(values: number[], place: number, value: number | null): void {
  values[place] = (values[place] ?? 0) + (value ?? 0)
}

function figuresOf(bucket: StatsBucket, usage: readonly StatsBucket[]): Figures {
  return {
    calls: numberIn(bucket, 'sum_call_count') ?? 0,
    errors: numberIn(bucket, 'sum_error_count') ?? 0,
    p50: numberIn(bucket, 'p50_latency_ms'),
    p95: numberIn(bucket, 'p95_latency_ms'),
    p99: numberIn(bucket, 'p99_latency_ms'),
    tokens: sumOf(usage.map(tokensIn)),
    cost: sumOf(usage.map((each) => numberIn(each, 'sum_total_cost'))),
    reportedCost: sumOf(usage.map((each) => numberIn(each, 'sum_reported_cost'))),
  }
}

/** Input plus output tokens, because clients may not report the total. */
const tokensIn = (bucket: StatsBucket): number =>
  (numberIn(bucket, 'sum_input_tokens') ?? 0) + (numberIn(bucket, 'sum_output_tokens') ?? 0)

function numberIn(bucket: StatsBucket, key: string): number | null {
  const value = bucket[key]
  return typeof value === 'number' ? value : null
}

/** Metrics requested over time, for the whole window and by group. */
export const MEASURES = {
  call_metrics: [
    { metric: 'call_count', aggregations: ['sum'] },
    { metric: 'error_count', aggregations: ['sum'] },
    { metric: 'latency_ms', percentiles: [50, 95, 99] },
  ],
  usage_metrics: [
    { metric: 'input_tokens', aggregations: ['sum'] },
    { metric: 'output_tokens', aggregations: ['sum'] },
    { metric: 'total_cost', aggregations: ['sum'] },
    { metric: 'reported_cost', aggregations: ['sum'] },
  ],
} satisfies CallMeasures
