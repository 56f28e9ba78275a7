import type { CallMetric, UsageMetric } from '@heddle/contract/calls-stats'
import type { ScoreSeries } from '@heddle/contract/feedback-scores'
import type { StatsBucket } from '@heddle/contract/time-buckets'
import type { ChartMeasure, SavedChart } from '../api/saved-charts.ts'
import { type ChartSeries, sumOf } from '../components/Chart/series.ts'
import { formatCompact, formatMean, formatMoney, formatShare } from '../format/number.ts'
import { formatDuration } from '../format/time.ts'
import { GROUP_FIELDS } from './group-fields.ts'

type CallMeasure = Exclude<ChartMeasure, 'feedback'>

interface Measure {
  readonly label: string
  readonly kind: 'bars' | 'lines'
  readonly format: (value: number) => string
}

export const MEASURES: Record<ChartMeasure, Measure> = {
  calls: { label: 'Calls', kind: 'bars', format: formatCompact },
  errors: { label: 'Errors', kind: 'bars', format: formatCompact },
  error_rate: { label: 'Error rate', kind: 'lines', format: formatShare },
  p50: { label: 'p50 latency', kind: 'lines', format: formatDuration },
  p95: { label: 'p95 latency', kind: 'lines', format: formatDuration },
  tokens: { label: 'Tokens', kind: 'bars', format: formatCompact },
  cost: { label: 'Cost', kind: 'bars', format: formatMoney },
  feedback: { label: 'Mean of feedback', kind: 'lines', format: formatMean },
}

/** `p95 latency by model`, unless the chart has a title of its own. */
export function chartTitle({
  title,
  measure,
  feedback,
  split,
}: Omit<SavedChart, 'id' | 'scope' | 'filter'>): string {
  if (title !== '') return title
  const measured = feedback === '' ? MEASURES[measure].label : `Mean ${feedback}`
  return split === '' ? measured : `${measured} by ${splitLabel(split)}`
}

/** Name of a split within a sentence. */
const splitLabel = (split: string): string =>
  GROUP_FIELDS.find(({ field }) => field === split)?.label.toLowerCase() ?? split

/** Moves a chart one place to the left or right. */
export function withMoved(charts: readonly SavedChart[], id: string, by: -1 | 1): SavedChart[] {
  const from = charts.findIndex((chart) => chart.id === id)
  const to = from + by
  const moved = charts[from]
  if (!moved || to < 0 || to >= charts.length) return [...charts]
  return charts.filter((chart) => chart.id !== id).toSpliced(to, 0, moved)
}

/** What to request for a measure. Calls are always counted: series come in the order of their calls. */
export function requestedMetrics(measure: ChartMeasure): {
  readonly call_metrics: CallMetric[]
  readonly usage_metrics: UsageMetric[]
} {
  const calls: CallMetric[] = [{ metric: 'call_count', aggregations: ['sum'] }]
  const sums = (...metrics: UsageMetric['metric'][]): UsageMetric[] =>
    metrics.map((metric) => ({ metric, aggregations: ['sum'] }))
  if (measure === 'errors' || measure === 'error_rate') {
    calls.push({ metric: 'error_count', aggregations: ['sum'] })
  }
  if (measure === 'p50' || measure === 'p95') {
    calls.push({ metric: 'latency_ms', percentiles: [measure === 'p50' ? 50 : 95] })
  }
  const usage =
    measure === 'tokens'
      ? sums('input_tokens', 'output_tokens')
      : measure === 'cost'
        ? sums('total_cost')
        : []
  return { call_metrics: calls, usage_metrics: usage }
}

interface StatsReply {
  readonly call_buckets: readonly StatsBucket[]
  readonly usage_buckets: readonly StatsBucket[]
}

/** As many as there are colours. */
export const SERIES_MAX = 6

/** One series per group, most calls first; without groups, one series. `times` are the buckets of the page. */
export function statsSeries(
  measure: CallMeasure,
  { call_buckets, usage_buckets }: StatsReply,
  times: readonly number[],
): ChartSeries[] {
  const places = new Map(times.map((time, index) => [time, index]))
  const groups = new Map<string, Group>()
  for (const bucket of [...call_buckets, ...usage_buckets]) {
    const place = places.get(Date.parse(String(bucket.timestamp)) / 1000)
    if (place === undefined) continue
    const name = String(bucket.group ?? '')
    const group = groups.get(name) ?? { calls: 0, buckets: times.map(() => []) }
    groups.set(name, group)
    group.calls += numberIn(bucket, 'sum_call_count') ?? 0
    group.buckets[place]?.push(bucket)
  }
  const ordered = [...groups].sort(([, a], [, b]) => b.calls - a.calls)
  return coloured(ordered.map(([name, { buckets }]) => [name, buckets.map(VALUES[measure])]))
}

interface Group {
  calls: number
  /** Those of calls and of usage, for each time. */
  readonly buckets: StatsBucket[][]
}

/** Means of one name of feedback, per group. */
export const scoreSeries = (series: readonly ScoreSeries[]): ChartSeries[] =>
  coloured(
    series
      .filter(({ value_type }) => value_type !== 'categorical')
      .map(({ group, means }) => [group ?? '', means]),
  )

const coloured = (named: readonly (readonly [string, ChartSeries['values']])[]): ChartSeries[] =>
  named
    .slice(0, SERIES_MAX)
    .map(([label, values], index) => ({ label, colour: `--series-${index + 1}`, values }))

const sumIn = (key: string) => (buckets: readonly StatsBucket[]) =>
  sumOf(buckets.map((bucket) => numberIn(bucket, key)))

const firstIn = (key: string) => (buckets: readonly StatsBucket[]) =>
  buckets.map((bucket) => numberIn(bucket, key)).find((value) => value !== null) ?? null

/** The value of a measure in the buckets of one time and group. */
const VALUES: Record<CallMeasure, (buckets: readonly StatsBucket[]) => number | null> = {
  calls: sumIn('sum_call_count'),
  errors: sumIn('sum_error_count'),
  error_rate: (buckets) => {
    const calls = sumIn('sum_call_count')(buckets)
    return calls > 0 ? sumIn('sum_error_count')(buckets) / calls : null
  },
  p50: firstIn('p50_latency_ms'),
  p95: firstIn('p95_latency_ms'),
  tokens: (buckets) => sumIn('sum_input_tokens')(buckets) + sumIn('sum_output_tokens')(buckets),
  cost: sumIn('sum_total_cost'),
}

function numberIn(bucket: StatsBucket, key: string): number | null {
  const value = bucket[key]
  return typeof value === 'number' ? value : null
}
