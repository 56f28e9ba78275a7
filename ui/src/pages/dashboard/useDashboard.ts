import { useMemo, useState } from 'react'
import { useStatsOverTime, useWindowStats } from '../../api/stats.ts'
import { activityWindow, RANGES, type Range } from '../../stats/activity.ts'
import { groupFigures, MEASURES, modelFigures, timelineOf, totalFigures } from '../../stats/figures.ts'
import type { Scope } from '../../stats/links.ts'

export const isRange = (text: string | undefined): text is Range =>
  text !== undefined && Object.hasOwn(RANGES, text)

/** All the page shows, for a range that ends when it was chosen or refreshed. */
export function useDashboard(projectId: string, range: Range, scope: Scope) {
  const [refreshedAt, setRefreshedAt] = useState(() => new Date())
  const window = useMemo(() => activityWindow([], range, refreshedAt), [range, refreshedAt])
  const search = { filter: scope === 'roots' ? { trace_roots_only: true } : {} }
  const question = { projectId, search, window, ...MEASURES }

  const overTime = useStatsOverTime(question)
  const whole = useWindowStats(question)
  const byOp = useWindowStats(question, 'trace_name')
  const byUser = useWindowStats(question, 'wb_user_id')

  const timeline = useMemo(() => overTime.data && timelineOf(overTime.data), [overTime.data])
  return {
    window,
    error: overTime.error ?? whole.error,
    refresh: () => setRefreshedAt(new Date()),
    timeline,
    bucketSeconds: overTime.data?.granularity ?? window.granularity,
    total: whole.data && totalFigures(whole.data),
    models: whole.data && modelFigures(whole.data.usage_buckets),
    ops: byOp.data && groupFigures(byOp.data),
    users: byUser.data && groupFigures(byUser.data),
  }
}
