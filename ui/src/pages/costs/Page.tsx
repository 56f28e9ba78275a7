import { useMemo, useState } from 'react'
import { useLocation } from 'wouter'
import { usePrices } from '../../api/prices.ts'
import { useStatsOverTime, useWindowStats } from '../../api/stats.ts'
import { Chart } from '../../components/Chart/Chart.tsx'
import { largestSeries, sumOf } from '../../components/Chart/series.ts'
import { ErrorState } from '../../components/ErrorState.tsx'
import { PageHeader } from '../../components/PageHeader.tsx'
import { Skeleton } from '../../components/Skeleton.tsx'
import { formatMoney } from '../../format/number.ts'
import { useProjectId } from '../../navigation/params.ts'
import { tracesPath } from '../../navigation/paths.ts'
import { activityWindow } from '../../stats/activity.ts'
import { MEASURES, modelFigures, type Timeline, timelineOf } from '../../stats/figures.ts'
import { bucketFilter } from '../../stats/links.ts'
import { ModelsPanel } from './ModelsPanel.tsx'
import styles from './Page.module.css'
import { PriceDialog } from './PriceDialog.tsx'
import { PricesPanel } from './PricesPanel.tsx'
import { spendRows } from './spend.ts'

export default function CostsPage() {
  const projectId = useProjectId()
  const { timeline, models, prices, error } = useSpend(projectId)
  const [priced, setPriced] = useState<string>()
  return (
    <>
      <PageHeader
        title="Costs"
        aside="Each token counted once, at the price in effect when its call started"
      />
      {error ? (
        <ErrorState title="Could not load costs" error={error} />
      ) : (
        <div className={styles.page}>
          {timeline ? <SpendChart projectId={projectId} timeline={timeline} /> : <Skeleton height="228px" />}
          <ModelsPanel projectId={projectId} models={models} onPrice={setPriced} />
          <PricesPanel projectId={projectId} prices={prices} onAdd={() => setPriced('')} />
        </div>
      )}
      {priced !== undefined && (
        <PriceDialog projectId={projectId} model={priced} onClose={() => setPriced(undefined)} />
      )}
    </>
  )
}

const MODELS_SHOWN = 6
const DAY_SECONDS = 86_400

interface SpendChartProps {
  readonly projectId: string
  readonly timeline: Timeline
}

/** Cost by day, stacked by model. A click opens the traces of a day. */
function SpendChart({ projectId, timeline }: SpendChartProps) {
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

/** Costs of the last 30 days, by day and by model, and the project's own prices. */
function useSpend(projectId: string) {
  const [now] = useState(() => new Date())
  const window = useMemo(() => ({ ...activityWindow([], '30d', now), granularity: DAY_SECONDS }), [now])
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
    window,
    timeline,
    models,
    prices: prices.data,
    error: overTime.error ?? whole.error ?? prices.error,
  }
}
