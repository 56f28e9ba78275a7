import { readFilter } from '@heddle/contract/filter/compile'
import { groupPath } from '@heddle/contract/filter/fields'
import { useMemo } from 'react'
import type { SavedChart } from '../../api/saved-charts.ts'
import { type ActivityWindow, useScores, useStatsOverTime } from '../../api/stats.ts'
import { useIdsOfUser, useUserNames } from '../../api/users.ts'
import type { ChartSeries } from '../../components/Chart/series.ts'
import { scopeFilter } from '../../stats/links.ts'
import { MEASURES, requestedMetrics, SERIES_MAX, scoreSeries, statsSeries } from '../../stats/saved-chart.ts'
import { secondsOf } from '../../stats/scores.ts'
import type { DashboardFilter } from './useDashboardFilter.ts'

interface ChartQuery {
  readonly projectId: string
  readonly chart: SavedChart
  readonly filtering: DashboardFilter
  readonly window: ActivityWindow | undefined
  /** Buckets of the window. */
  readonly times: readonly number[]
}

interface ChartData {
  /** Why there is nothing to draw. */
  readonly error: Error | null
  readonly retry: () => void
  /** Undefined while loading. */
  readonly series: readonly ChartSeries[] | undefined
  readonly times: readonly number[]
  /** Number of groups, including those that are not drawn. */
  readonly groupCount: number
  /** Traces filter of the calls. */
  readonly filter: string
}

/** What a saved chart draws: calls of its scope that match both its filter and that of the dashboard. */
export function useChartData({ projectId, chart, filtering, window, times }: ChartQuery): ChartData {
  const { measure, split } = chart
  const isFeedback = measure === 'feedback'
  const scope = isFeedback ? '' : scopeFilter(chart.scope)
  const filter = [scope, filtering.own, chart.filter].filter((text) => text !== '').join(' ')
  const idsOfUser = useIdsOfUser(projectId, filter.includes('user:'))
  const search = useMemo(() => readFilter(filter, { now: new Date(), idsOfUser }).search, [filter, idsOfUser])
  const group_by = groupPath(split)
  const isValid = search !== undefined && (split === '' || group_by !== undefined)
  const grouping = group_by === undefined ? {} : { group_by }
  const query = { projectId, search: search ?? { filter: {} } }

  const stats = useStatsOverTime(
    { ...query, window: isValid && !isFeedback ? window : undefined, ...requestedMetrics(measure) },
    { ...grouping, ...(group_by !== undefined && { group_limit: SERIES_MAX }) },
  )
  const scores = useScores({
    ...query,
    window: isValid && isFeedback ? window : undefined,
    names: [chart.feedback],
    ...grouping,
  })

  const drawn = useMemo(() => {
    if (isFeedback) return scores.data && scoreSeries(scores.data.series)
    return stats.data && statsSeries(measure, stats.data, times)
  }, [isFeedback, measure, scores.data, stats.data, times])
  const read = isFeedback ? scores : stats
  return {
    error: isValid ? (read.isLoadingError ? read.error : null) : INVALID,
    retry: () => void read.refetch(),
    series: useLabelled(projectId, chart, drawn),
    times: useMemo(
      () => (isFeedback && scores.data ? secondsOf(scores.data.timestamps) : times),
      [isFeedback, scores.data, times],
    ),
    groupCount: stats.data?.group_count ?? 0,
    filter,
  }
}

const INVALID = new Error('The filter or the split is not valid.')

/** Series are labelled by their group, or by the measure if there are none. */
function useLabelled(projectId: string, chart: SavedChart, series: readonly ChartSeries[] | undefined) {
  const { measure, split } = chart
  const nameOf = useUserNames(projectId)
  return useMemo(() => {
    const labelOf = (group: string) => {
      if (split === '') return MEASURES[measure].label
      if (group === '') return '(none)'
      return split === 'user' ? nameOf(group) : group
    }
    return series?.map((each) => ({ ...each, label: labelOf(each.label) }))
  }, [series, measure, split, nameOf])
}
