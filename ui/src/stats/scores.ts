import type { ScoreSeries } from '@heddle/contract/feedback-scores'
import { type ChartSeries, sumOf } from '../components/Chart/series.ts'
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

type Category = Pick<ScoreSeries['values'][number], 'value' | 'counts'>

/** The most frequent values, then all others as one; the response leaves out rare ones. */
function categorySeries({ counts, values }: ScoreSeries): ChartSeries[] {
  const isWhole = values.length <= CATEGORIES_SHOWN && sumOf(without(counts, values)) === 0
  const shown: readonly Category[] = isWhole ? values : values.slice(0, CATEGORIES_SHOWN - 1)
  const hasOther = shown.some(({ value }) => value === 'Other')
  const others = { value: hasOther ? 'All others' : 'Other', counts: without(counts, shown) }
  return [...shown, ...(isWhole ? [] : [others])].map((category, index) => ({
    label: category.value,
    colour: `--series-${index + 1}`,
    values: category.counts,
  }))
}

/** What is left of the counts of all categories. */
const without = (counts: readonly number[], categories: readonly Category[]): number[] =>
  counts.map((count, at) => count - sumOf(categories.map((each) => each.counts[at] ?? 0)))
