import { useMemo, useState } from 'react'
import { useStatsOverTime, useWindowStats } from '../../api/stats.ts'
import { useUserNames } from '../../api/users.ts'
import { IconButton } from '../../components/Button.tsx'
import { ErrorState } from '../../components/ErrorState.tsx'
import { Segmented } from '../../components/Field.tsx'
import { PageHeader } from '../../components/PageHeader.tsx'
import { Skeleton } from '../../components/Skeleton.tsx'
import { useProjectId, useSearchParam } from '../../navigation/params.ts'
import { tracesPath } from '../../navigation/paths.ts'
import { activityWindow, RANGES, type Range } from '../../stats/activity.ts'
import { groupFigures, MEASURES, modelFigures, timelineOf, totalFigures } from '../../stats/figures.ts'
import { filterOf, narrowed, type Scope } from '../../stats/links.ts'
import { GroupBreakdown, ModelBreakdown } from './Breakdown.tsx'
import { Charts } from './Charts.tsx'
import styles from './Page.module.css'
import { Tiles } from './Tiles.tsx'

const RANGE_OPTIONS: readonly { readonly value: Range; readonly label: string }[] = [
  { value: '1h', label: '1h' },
  { value: '24h', label: '24h' },
  { value: '7d', label: '7d' },
  { value: '30d', label: '30d' },
]

const SCOPE_OPTIONS: readonly { readonly value: Scope; readonly label: string }[] = [
  { value: 'roots', label: 'Traces' },
  { value: 'all', label: 'All calls' },
]

export default function DashboardPage() {
  const projectId = useProjectId()
  const [rangeText, setRange] = useSearchParam('range')
  const [scopeText, setScope] = useSearchParam('scope')
  const range = isRange(rangeText) ? rangeText : '7d'
  const scope: Scope = scopeText === 'all' ? 'all' : 'roots'
  const nameOf = useUserNames(projectId)
  const { window, error, refresh, timeline, bucketSeconds, total, models, ops, users } = useDashboard(
    projectId,
    range,
    scope,
  )

  const filter = filterOf(scope, window.from, window.to)
  const hrefBy = (field: string) => (value: string) => tracesPath(projectId, narrowed(filter, field, value))
  const actions = (
    <>
      <Segmented label="Scope" options={SCOPE_OPTIONS} value={scope} onChange={setScope} />
      <Segmented label="Time range" options={RANGE_OPTIONS} value={range} onChange={setRange} />
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
          <Tiles projectId={projectId} total={total} filter={filter} />
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

const isRange = (text: string | undefined): text is Range => text !== undefined && Object.hasOwn(RANGES, text)

/** Data of the dashboard. The range ends when it was selected or refreshed. */
function useDashboard(projectId: string, range: Range, scope: Scope) {
  const [refreshedAt, setRefreshedAt] = useState(() => new Date())
  const window = useMemo(() => activityWindow([], range, refreshedAt), [range, refreshedAt])
  const search = { filter: scope === 'roots' ? { trace_roots_only: true } : {} }
  const query = { projectId, search, window, ...MEASURES }

  const overTime = useStatsOverTime(query)
  const whole = useWindowStats(query)
  const byOp = useWindowStats(query, 'trace_name')
  const byUser = useWindowStats(query, 'wb_user_id')

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
