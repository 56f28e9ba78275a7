import { useMemo } from 'react'
import { useStatsOverTime, useWindowStats } from '../../api/stats.ts'
import { useUserNames } from '../../api/users.ts'
import { IconButton } from '../../components/Button.tsx'
import { ErrorState } from '../../components/ErrorState.tsx'
import { Segmented } from '../../components/Field.tsx'
import { PageHeader } from '../../components/PageHeader.tsx'
import { Skeleton } from '../../components/Skeleton.tsx'
import { useProjectId, useSearchParam } from '../../navigation/params.ts'
import { tracesPath } from '../../navigation/paths.ts'
import { RangePicker } from '../../range/RangePicker.tsx'
import { type TimeRange, useTimeRange } from '../../range/useTimeRange.ts'
import { groupFigures, MEASURES, modelFigures, timelineOf, totalFigures } from '../../stats/figures.ts'
import { narrowed, type Scope, scopeFilter } from '../../stats/links.ts'
import { useRangeWindow } from '../../stats/useRangeWindow.ts'
import { GroupBreakdown, ModelBreakdown } from './Breakdown.tsx'
import { Charts } from './Charts.tsx'
import styles from './Page.module.css'
import { Tiles } from './Tiles.tsx'

const SCOPE_OPTIONS: readonly { readonly value: Scope; readonly label: string }[] = [
  { value: 'roots', label: 'Traces' },
  { value: 'all', label: 'All calls' },
]

export default function DashboardPage() {
  const projectId = useProjectId()
  const range = useTimeRange()
  const [scopeText, setScope] = useSearchParam('scope')
  const scope: Scope = scopeText === 'all' ? 'all' : 'roots'
  const nameOf = useUserNames(projectId)
  const { error, refresh, timeline, bucketSeconds, total, models, ops, users } = useDashboard(
    projectId,
    range,
    scope,
  )

  const hrefOf = (filter: string) => tracesPath(projectId, filter, range.text)
  const filter = scopeFilter(scope)
  const hrefBy = (field: string) => (value: string) => hrefOf(narrowed(filter, field, value))
  const actions = (
    <>
      <Segmented label="Scope" options={SCOPE_OPTIONS} value={scope} onChange={setScope} />
      <RangePicker range={range} />
      <IconButton label="Refresh" icon="refresh" onClick={refresh} />
    </>
  )
  return (
    <>
      <PageHeader title="Dashboard" aside={EXPLAINED[scope]} actions={actions} />
      {error ? (
        <ErrorState title="Could not load statistics" error={error} onRetry={refresh} />
      ) : (
        <div className={styles.page}>
          <Tiles total={total} filter={filter} hrefOf={hrefOf} />
          <div className={styles.charts}>
            {timeline ? (
              <Charts projectId={projectId} scope={scope} timeline={timeline} bucketSeconds={bucketSeconds} />
            ) : (
              CHART_PLACES.map((place) => <Skeleton key={place} height="228px" />)
            )}
          </div>
          <div className={styles.breakdowns}>
            <GroupBreakdown title="By op" rows={ops} hrefOf={hrefBy('op')} />
            <div className={styles.stack}>
              <ModelBreakdown title="By model" rows={models} hrefOf={hrefBy('model')} />
              <GroupBreakdown title="By user" rows={users} nameOf={nameOf} hrefOf={hrefBy('user')} />
            </div>
          </div>
        </div>
      )}
    </>
  )
}

/** Clients add usage to all ancestors of a call, so that sums over all calls count it once per level. */
const EXPLAINED: Record<Scope, string> = {
  roots: 'Traces, including the usage of nested calls',
  all: 'All calls; usage is counted at every level that reports it',
}

const CHART_PLACES = ['calls', 'latency', 'tokens', 'cost']

/** Data of the dashboard. An open range ends when it was selected or refreshed. */
function useDashboard(projectId: string, range: TimeRange, scope: Scope) {
  const window = useRangeWindow(projectId, range.bounds)
  const search = { filter: scope === 'roots' ? { trace_roots_only: true } : {} }
  const query = { projectId, search, window, ...MEASURES }

  const overTime = useStatsOverTime(query)
  const whole = useWindowStats(query)
  const byOp = useWindowStats(query, 'trace_name')
  const byUser = useWindowStats(query, 'wb_user_id')

  const timeline = useMemo(() => overTime.data && timelineOf(overTime.data), [overTime.data])
  return {
    error: overTime.error ?? whole.error,
    refresh: range.refresh,
    timeline,
    bucketSeconds: overTime.data?.granularity ?? 0,
    total: whole.data && totalFigures(whole.data),
    models: whole.data && modelFigures(whole.data.usage_buckets),
    ops: byOp.data && groupFigures(byOp.data),
    users: byUser.data && groupFigures(byUser.data),
  }
}
