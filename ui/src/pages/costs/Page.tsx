import { useMemo, useState } from 'react'
import { useLocation } from 'wouter'
import { usePrices } from '../../api/prices.ts'
import { useStatsOverTime, useWindowStats } from '../../api/stats.ts'
import { Chart } from '../../components/Chart/Chart.tsx'
import { largestSeries, sumOf } from '../../components/Chart/series.ts'
import { Loaded } from '../../components/Loaded.tsx'
import { PageHeader } from '../../components/PageHeader.tsx'
import { Skeleton } from '../../components/Skeleton.tsx'
import { formatMoney } from '../../format/number.ts'
import { DAY_SECONDS } from '../../format/time.ts'
import { useProjectId } from '../../navigation/params.ts'
import { tracesPath } from '../../navigation/paths.ts'
import { RangePicker } from '../../range/RangePicker.tsx'
import type { RangeBounds } from '../../range/time-range.ts'
import { useTimeRange } from '../../range/useTimeRange.ts'
import { MEASURES, modelFigures, type Timeline, timelineOf } from '../../stats/figures.ts'
import { bucketRange, scopeFilter } from '../../stats/links.ts'
import { useRangeWindow } from '../../stats/useRangeWindow.ts'
import { ModelsPanel } from './ModelsPanel.tsx'
import styles from './Page.module.css'
import { PriceDialog } from './PriceDialog.tsx'
import { PricesPanel } from './PricesPanel.tsx'
import { spendRows } from './spend.ts'

export default function CostsPage() {
  const projectId = useProjectId()
  const range = useTimeRange()
  const { timeline, bucketSeconds, models, stats, prices } = useSpend(projectId, range.bounds)
  const [priced, setPriced] = useState<string>()
  return (
    <>
      <PageHeader
        title="Costs"
        aside="Each token counted once, at the price in effect when its call started"
        actions={<RangePicker range={range} />}
      />
      <div className={styles.page}>
        <Loaded what="costs" queries={stats}>
          {timeline ? (
            <SpendChart projectId={projectId} timeline={timeline} bucketSeconds={bucketSeconds} />
          ) : (
            <Skeleton height="228px" />
          )}
          <ModelsPanel projectId={projectId} range={range.text} models={models} onPrice={setPriced} />
        </Loaded>
        <Loaded what="custom prices" queries={[prices]}>
          <PricesPanel projectId={projectId} prices={prices.data} onAdd={() => setPriced('')} />
        </Loaded>
      </div>
      {priced !== undefined && (
        <PriceDialog projectId={projectId} model={priced} onClose={() => setPriced(undefined)} />
      )}
    </>
  )
}

const MODELS_SHOWN = 6

interface SpendChartProps {
  readonly projectId: string
  readonly timeline: Timeline
  readonly bucketSeconds: number
}

/** Cost over time, by day or longer, stacked by model. A click opens the traces of a bar. */
function SpendChart({ projectId, timeline, bucketSeconds }: SpendChartProps) {
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
  const buckets = { times: timeline.times, bucketSeconds }
  return (
    <Chart
      title={bucketSeconds > DAY_SECONDS ? 'Spend over time' : 'Spend by day'}
      summary={`${formatMoney(total)} in total`}
      kind="bars"
      {...buckets}
      series={series}
      format={formatMoney}
      onBucket={(bucket) =>
        navigate(tracesPath(projectId, scopeFilter('roots'), bucketRange(buckets, bucket)))
      }
    />
  )
}

/** Costs in the time range, by day or longer and by model, and the project's own prices. */
function useSpend(projectId: string, bounds: RangeBounds) {
  const ranged = useRangeWindow(projectId, bounds)
  const window = useMemo(
    () => ranged && { ...ranged, granularity: Math.max(ranged.granularity, DAY_SECONDS) },
    [ranged],
  )
  const query = { projectId, search: { filter: { trace_roots_only: true } }, window, ...MEASURES }
  const overTime = useStatsOverTime(query)
  const whole = useWindowStats(query)
  const prices = usePrices(projectId)
  const timeline = useMemo(() => overTime.data && timelineOf(overTime.data), [overTime.data])
  const models = useMemo(
    () => whole.data && spendRows(modelFigures(whole.data.usage_buckets), prices.data ?? []),
    [whole.data, prices.data],
  )
  return {
    timeline,
    bucketSeconds: overTime.data?.granularity ?? DAY_SECONDS,
    models,
    stats: [overTime, whole],
    prices,
  }
}
