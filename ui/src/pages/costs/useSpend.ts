import { useMemo, useState } from 'react'
import { usePrices } from '../../api/prices.ts'
import { useStatsOverTime, useWindowStats } from '../../api/stats.ts'
import { activityWindow } from '../../stats/activity.ts'
import { MEASURES, modelFigures, timelineOf } from '../../stats/figures.ts'
import { spendRows } from './spend.ts'

const DAY_SECONDS = 86_400

/** What the last thirty days cost, by day and by model, and the project's own prices. */
export function useSpend(projectId: string) {
  const [now] = useState(() => new Date())
  const window = useMemo(() => ({ ...activityWindow([], '30d', now), granularity: DAY_SECONDS }), [now])
  const question = { projectId, search: { filter: { trace_roots_only: true } }, window, ...MEASURES }
  const overTime = useStatsOverTime(question)
  const whole = useWindowStats(question)
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
