import { useMemo } from 'react'
import { useLocation } from 'wouter'
import { Chart } from '../../components/Chart/Chart.tsx'
import { type ChartSeries, largestSeries, sumOf } from '../../components/Chart/series.ts'
import { formatCompact, formatCount, formatMoney, formatTokens, pluralize } from '../../format/number.ts'
import { formatDuration } from '../../format/time.ts'
import { tracesPath } from '../../navigation/paths.ts'
import type { Timeline } from '../../stats/figures.ts'
import { bucketRange } from '../../stats/links.ts'

const MODELS_SHOWN = 5
const series = (label: string, colour: string, values: ChartSeries['values']): ChartSeries => ({
  label,
  colour,
  values,
})

interface ChartsProps {
  readonly projectId: string
  /** Traces filter of the calls. */
  readonly filter: string
  readonly timeline: Timeline
  readonly bucketSeconds: number
}

/** Four charts with a shared time axis. A click opens the calls of a bucket. */
export function Charts({ projectId, filter, timeline, bucketSeconds }: ChartsProps) {
  const [, navigate] = useLocation()
  const { times } = timeline
  const drawn = useMemo(() => seriesOf(timeline), [timeline])
  const buckets = { times, bucketSeconds }
  const openBucket = (index: number) => navigate(tracesPath(projectId, filter, bucketRange(buckets, index)))
  const shared = { ...buckets, onBucket: openBucket }
  return (
    <>
      <Chart
        {...shared}
        title="Calls"
        kind="bars"
        summary={`${pluralize(sumOf(timeline.succeeded) + sumOf(timeline.failed), 'call')}, ${formatCount(sumOf(timeline.failed))} failed`}
        series={drawn.calls}
        format={formatCompact}
      />
      <Chart
        {...shared}
        title="Latency"
        kind="lines"
        summary="percentiles per bucket"
        series={drawn.latency}
        format={formatDuration}
      />
      <Chart
        {...shared}
        title="Tokens"
        kind="bars"
        summary={formatTokens(sumOf(timeline.input) + sumOf(timeline.output))}
        series={drawn.tokens}
        format={formatCompact}
      />
      <Chart
        {...shared}
        title="Cost"
        kind="bars"
        summary={`${formatMoney(drawn.cost.reduce((sum, { values }) => sum + sumOf(values), 0))} by model`}
        series={drawn.cost}
        format={formatMoney}
      />
    </>
  )
}

function seriesOf({ succeeded, failed, percentiles, input, output, costByModel }: Timeline) {
  return {
    calls: [series('Failed', '--bad', failed), series('Succeeded', '--series-1', succeeded)],
    latency: [
      series('p50', '--series-2', percentiles.p50),
      series('p95', '--series-1', percentiles.p95),
      series('p99', '--series-3', percentiles.p99),
    ],
    tokens: [series('Input', '--series-1', input), series('Output', '--series-2', output)],
    cost: largestSeries(costByModel, MODELS_SHOWN, 'Other models').map(({ label, values }, index) =>
      series(label, `--series-${index + 1}`, values),
    ),
  }
}
