import { type CallMetric, readCallStats, type UsageMetric } from '@heddle/contract/calls-stats'
import { readScores } from '@heddle/contract/feedback-scores'
import type { CallSearch } from '@heddle/contract/filter/compile'
import { keepPreviousData, skipToken, useQuery, useQueryClient } from '@tanstack/react-query'
import { RECOUNT_MS, useRefetchEarliest } from './calls.ts'
import { client } from './client.ts'

const STATS_KEY = 'call-stats'
const SCORES_KEY = 'scores'

/** One bucket of this length, counted from 1970, covers any window. */
const WHOLE_SECONDS = 4_000_000_000

export interface CallMeasures {
  readonly call_metrics?: CallMetric[]
  readonly usage_metrics: UsageMetric[]
}

interface StatsQuery extends CallMeasures {
  readonly projectId: string
  readonly search: CallSearch
  /** Undefined while it is being determined; nothing is requested then. */
  readonly window: ActivityWindow | undefined
}

/** Measures over time, optionally per group; buckets are aligned to local time. */
export function useStatsOverTime(query: StatsQuery, groups: Grouping = {}) {
  const granularity = query.window?.granularity ?? WHOLE_SECONDS
  return useStats(query, { granularity, timezone: localZone(), ...groups })
}

/** Measures of the whole window, optionally per group. */
export function useWindowStats(query: StatsQuery, groups: Grouping = {}) {
  return useStats(query, { granularity: WHOLE_SECONDS, ...groups })
}

interface Grouping {
  readonly group_by?: string
  readonly group_limit?: number
}

interface Buckets extends Grouping {
  readonly granularity: number
  readonly timezone?: string
}

function useStats({ projectId, search, window, ...measures }: StatsQuery, buckets: Buckets) {
  const request = window && {
    project_id: projectId,
    ...search,
    ...measures,
    ...buckets,
    ...windowFields(window),
  }
  return useQuery({
    queryKey: [STATS_KEY, projectId, request],
    placeholderData: keepPreviousData,
    queryFn: request ? ({ signal }) => client.call(readCallStats, request, { signal }) : skipToken,
  })
}

interface ScoresQuery extends Pick<StatsQuery, 'projectId' | 'window'> {
  /** Feedback on matching calls. Nothing is requested while undefined. */
  readonly search: CallSearch | undefined
  /** Only these names. */
  readonly names?: string[]
  readonly group_by?: string
  /** Maximum number of names. */
  readonly limit?: number
}

/** Named feedback by the start of its calls; buckets are those of `useStatsOverTime`. */
export function useScores({ projectId, search, window, ...wanted }: ScoresQuery) {
  const request = search &&
    window && {
      project_id: projectId,
      ...search,
      ...wanted,
      ...windowFields(window),
      granularity: window.granularity,
      timezone: localZone(),
      time_of: 'call' as const,
    }
  return useQuery({
    queryKey: [SCORES_KEY, projectId, request],
    placeholderData: keepPreviousData,
    queryFn: request ? ({ signal }) => client.call(readScores, request, { signal }) : skipToken,
  })
}

/** Returns a function that refetches all measures and scores of a project. */
export function useRefetchStats(projectId: string): () => void {
  const queryClient = useQueryClient()
  const refetchEarliest = useRefetchEarliest(projectId)
  return () => {
    refetchEarliest()
    for (const key of [STATS_KEY, SCORES_KEY]) {
      void queryClient.invalidateQueries({ queryKey: [key, projectId] })
    }
  }
}

export interface ActivityWindow {
  readonly from: Date
  readonly to: Date
  /** Seconds in a bucket. */
  readonly granularity: number
}

const windowFields = ({ from, to }: ActivityWindow) => ({
  start: from.toISOString(),
  end: to.toISOString(),
  long_range: true,
})

const localZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone

export type ActivityMetric = 'count' | 'cost' | 'p95'

/** Measures requested in addition to call and error counts; they are not free on the server. */
const MEASURES: Record<ActivityMetric, { readonly calls?: CallMetric; readonly usage?: UsageMetric }> = {
  count: {},
  cost: { usage: { metric: 'total_cost', aggregations: ['sum'] } },
  p95: { calls: { metric: 'latency_ms', percentiles: [95] } },
}

interface ActivityQuery {
  readonly projectId: string
  /** Nothing is requested until both are known. */
  readonly search: CallSearch | undefined
  readonly window: ActivityWindow | undefined
  readonly metric: ActivityMetric
  /** Whether new calls are being shown, so that the numbers have to follow. */
  readonly isGrowing: boolean
}

/** One metric of the matching calls over time. */
export function useActivity({ projectId, search, window, metric, isGrowing }: ActivityQuery) {
  const { calls, usage } = MEASURES[metric]
  const request = search &&
    window && {
      project_id: projectId,
      ...search,
      ...windowFields(window),
      granularity: window.granularity,
      timezone: localZone(),
      call_metrics: [...COUNTS, ...(calls ? [calls] : [])],
      usage_metrics: usage ? [usage] : [],
    }
  return useQuery({
    queryKey: ['activity', projectId, request],
    placeholderData: keepPreviousData,
    refetchInterval: isGrowing ? RECOUNT_MS : false,
    queryFn: request
      ? async ({ signal }) => ({ metric, ...(await client.call(readCallStats, request, { signal })) })
      : skipToken,
  })
}

const COUNTS: CallMetric[] = [
  { metric: 'call_count', aggregations: ['sum'] },
  { metric: 'error_count', aggregations: ['sum'] },
]
