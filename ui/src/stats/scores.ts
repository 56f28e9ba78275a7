import type { ScoreSeries } from '@heddle/contract/feedback-scores'
import { type ChartSeries, largestSeries, sumOf } from '../components/Chart/series.ts'
import { formatCompact, formatMean, formatShare, pluralize } from '../format/number.ts'

interface ScoreChart {
  readonly kind: 'bars' | 'lines'
  readonly summary: string
  readonly series: readonly ChartSeries[]
  readonly format: (value: number) => string
}

const CATEGORIES_SHOWN = 5

/** Seconds since 1970. */
export const secondsOf = (timestamps: readonly string[]): number[] =>
  timestamps.map((text) => Date.parse(text) / 1000)

/** The mean of numbers, the share of true, or the count of each category. */
export function scoreChart(score: ScoreSeries): ScoreChart {
  const counted = pluralize(score.count, 'value')
  if (score.value_type === 'categorical') {
    return { kind: 'bars', summary: counted, series: categorySeries(score), format: formatCompact }
  }
  const isShare = score.value_type === 'boolean'
  const format = isShare ? formatShare : formatMean
  const mean = score.mean === null ? '–' : format(score.mean)
  return {
    kind: 'lines',
    summary: `${isShare ? `${mean} true` : `mean ${mean}`} of ${counted}`,
    series: [{ label: isShare ? 'Share of true' : 'Mean', colour: '--series-1', values: score.means }],
    format,
  }
}

/** The most frequent values; the response leaves out rare ones, which count as others. */
function categorySeries({ counts, values }: ScoreSeries): ChartSeries[] {
  const named = new Map(values.map((each): [string, readonly number[]] => [each.value, each.counts]))
  const rest = counts.map((count, at) => count - sumOf(values.map((each) => each.counts[at] ?? 0)))
  if (sumOf(rest) > 0) named.set('Other', rest)
  return largestSeries(named, CATEGORIES_SHOWN, 'Other').map(({ label, values }, index) => ({
    label,
    colour: `--series-${index + 1}`,
    values,
  }))
}
