import { useMemo } from 'react'
import { Chart } from '../../components/Chart/Chart.tsx'
import { largestSeries, sumOf } from '../../components/Chart/series.ts'
import { formatMoney } from '../../format/money.ts'
import type { Timeline } from '../dashboard/shape.ts'

const MODELS_SHOWN = 6
const DAY_SECONDS = 86_400

/** Spend by day, each model on top of the others. */
export function SpendChart({ timeline }: { readonly timeline: Timeline }) {
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
  return (
    <Chart
      title="Spend by day"
      summary={`${formatMoney(total)} in the last 30 days`}
      kind="bars"
      times={timeline.times}
      series={series}
      format={formatMoney}
      bucketSeconds={DAY_SECONDS}
    />
  )
}
