import { useMemo } from 'react'
import { useLocation } from 'wouter'
import { Chart } from '../../components/Chart/Chart.tsx'
import { largestSeries, sumOf } from '../../components/Chart/series.ts'
import { formatMoney } from '../../format/number.ts'
import { tracesPath } from '../../navigation/paths.ts'
import type { Timeline } from '../../stats/figures.ts'
import { bucketFilter } from '../../stats/links.ts'

const MODELS_SHOWN = 6
const DAY_SECONDS = 86_400

interface SpendChartProps {
  readonly projectId: string
  readonly timeline: Timeline
}

/** Spend by day, each model on top of the others. A click opens the traces of a day. */
export function SpendChart({ projectId, timeline }: SpendChartProps) {
  const [, navigate] = useLocation()
  const series = useMemo(
    () =>
      largestSeries(timeline.costByModel, MODELS_SHOWN, 'Other models').map(({ label, values }, index) => ({
        label,
        values,
        colour: `--series-${index + 1}`,
      })),
    [timeline],
  )
  const total = series.reduce((sum, { values }) => sum + sumOf(values), 0)
  const buckets = { times: timeline.times, bucketSeconds: DAY_SECONDS }
  return (
    <Chart
      title="Spend by day"
      summary={`${formatMoney(total)} in the last 30 days`}
      kind="bars"
      {...buckets}
      series={series}
      format={formatMoney}
      onBucket={(day) => navigate(tracesPath(projectId, bucketFilter('roots', buckets, day)))}
    />
  )
}
