import { useMemo } from 'react'
import { useRefetchEarliest } from '../../api/calls.ts'
import { useRefetchStats, useStatsOverTime, useWindowStats } from '../../api/stats.ts'
import { useUserNames } from '../../api/users.ts'
import { IconButton } from '../../components/Button.tsx'
import { Segmented } from '../../components/Field.tsx'
import { Loaded } from '../../components/Loaded.tsx'
import { PageHeader } from '../../components/PageHeader.tsx'
import { Skeleton } from '../../components/Skeleton.tsx'
import { FilterBar } from '../../filter-bar/FilterBar.tsx'
import { useProjectId, useSearchParam } from '../../navigation/params.ts'
import { tracesPath } from '../../navigation/paths.ts'
import { RangePicker } from '../../range/RangePicker.tsx'
import { type TimeRange, useTimeRange } from '../../range/useTimeRange.ts'
import { MEASURES, modelFigures, timelineOf, totalFigures } from '../../stats/figures.ts'
import { narrowed, SCOPE_OPTIONS, type Scope } from '../../stats/links.ts'
import { useCallGroups } from '../../stats/useCallGroups.ts'
import { useRangeWindow } from '../../stats/useRangeWindow.ts'
import { GroupBreakdown, ModelBreakdown, ROWS_MAX } from './Breakdown.tsx'
import { Charts } from './Charts.tsx'
import styles from './Page.module.css'
import { SavedCharts } from './SavedCharts.tsx'
import { ScoreCharts } from './ScoreCharts.tsx'
import { Tiles } from './Tiles.tsx'
import { type DashboardFilter, useDashboardFilter } from './useDashboardFilter.ts'

export default function DashboardPage() {
  const projectId = useProjectId()
  const range = useDashboardRange(projectId)
  const [scopeText, setScope] = useSearchParam('scope')
  const scope: Scope = scopeText === 'all' ? 'all' : 'roots'
  const filtering = useDashboardFilter(projectId, scope)
  const actions = (
    <>
      <Segmented label="Scope" options={SCOPE_OPTIONS} value={scope} onChange={setScope} />
      <RangePicker range={range} />
      <IconButton label="Refresh" icon="refresh" onClick={range.refresh} />
    </>
  )
  return (
    <>
      <PageHeader title="Dashboard" aside={EXPLAINED[scope]} actions={actions} />
      <div className={styles.filter}>
        <FilterBar projectId={projectId} {...filtering.bar} />
      </div>
      <Measurements projectId={projectId} range={range} filtering={filtering} />
    </>
  )
}

/**
 * Refreshing an open range moves its end, and with it all requests; those of a closed range are repeated. All time may also start
 * earlier than before.
 */
function useDashboardRange(projectId: string): TimeRange {
  const range = useTimeRange()
  const refetch = useRefetchStats(projectId)
  const refetchEarliest = useRefetchEarliest(projectId)
  const refreshOpen = () => {
    refetchEarliest()
    range.refresh()
  }
  return { ...range, refresh: range.bounds.to ? refetch : refreshOpen }
}

interface MeasurementsProps {
  readonly projectId: string
  readonly range: TimeRange
  readonly filtering: DashboardFilter
}

/** Tiles, charts and breakdowns of the calls that match. */
function Measurements({ projectId, range, filtering }: MeasurementsProps) {
  const { filter } = filtering
  const nameOf = useUserNames(projectId)
  const { stats, window, timeline, bucketSeconds, total, ...groups } = useDashboard(
    projectId,
    range,
    filtering,
  )

  const hrefOf = (narrower: string) => tracesPath(projectId, narrower, range.text)
  const hrefBy = (field: string) => (value: string) => hrefOf(narrowed(filter, field, value))
  return (
    <div className={styles.page}>
      <Loaded what="statistics" queries={stats}>
        <Tiles total={total} filter={filter} hrefOf={hrefOf} />
        <div className={styles.charts}>
          {timeline ? (
            <Charts projectId={projectId} filter={filter} timeline={timeline} bucketSeconds={bucketSeconds} />
          ) : (
            CHART_PLACES.map((place) => <Skeleton key={place} height="228px" />)
          )}
        </div>
      </Loaded>
      <SavedCharts
        projectId={projectId}
        filtering={filtering}
        window={window}
        times={timeline?.times ?? NO_TIMES}
        bucketSeconds={bucketSeconds}
      />
      <ScoreCharts projectId={projectId} range={range} window={window} filtering={filtering} />
      <div className={styles.breakdowns}>
        <GroupBreakdown title="By op" {...groups.ops} hrefOf={hrefBy('op')} />
        <ModelBreakdown title="By model" {...groups.models} hrefOf={hrefBy('model')} />
        <GroupBreakdown title="By user" {...groups.endUsers} hrefOf={hrefBy('enduser')} />
        <GroupBreakdown title="By session" {...groups.sessions} hrefOf={hrefBy('thread')} />
        <GroupBreakdown title="By account" {...groups.accounts} nameOf={nameOf} hrefOf={hrefBy('user')} />
      </div>
    </div>
  )
}

/** Clients add usage to all ancestors of a call, so that sums over all calls count it once per level. */
const EXPLAINED: Record<Scope, string> = {
  roots: 'Traces, including the usage of nested calls',
  all: 'All calls; usage is counted at every level that reports it',
}

const NO_TIMES: readonly number[] = []
const CHART_PLACES = ['calls', 'latency', 'tokens', 'cost']

/** Data of the dashboard. An open range ends when it was selected or refreshed. */
function useDashboard(projectId: string, range: TimeRange, { search }: DashboardFilter) {
  const whenever = useRangeWindow(projectId, range.bounds)
  const window = search ? whenever : undefined
  const query = { projectId, search: search ?? { filter: {} }, window, ...MEASURES }

  const overTime = useStatsOverTime(query)
  const whole = useWindowStats(query)
  const groups = (field: string) => ({ projectId, field, search, window, limit: ROWS_MAX })
  const ops = useCallGroups(groups('op'))
  const endUsers = useCallGroups(groups('enduser'))
  const sessions = useCallGroups(groups('thread'))
  const accounts = useCallGroups(groups('user'))

  const timeline = useMemo(() => overTime.data && timelineOf(overTime.data), [overTime.data])
  return {
    stats: [overTime, whole],
    window,
    timeline,
    bucketSeconds: overTime.data?.granularity ?? 0,
    total: whole.data && totalFigures(whole.data),
    models: { rows: whole.data && modelFigures(whole.data.usage_buckets), queries: [whole] },
    ops,
    endUsers,
    sessions,
    accounts,
  }
}
