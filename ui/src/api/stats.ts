import {
  type CallMetric,
  type CallStatsGroup,
  readCallStats,
  type UsageMetric,
} from '@heddle/contract/calls-stats'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { CallSearch } from '../filter/compile.ts'
import { client } from './client.ts'

/** One bucket of this length, counted from 1970, covers any window. */
const WHOLE_SECONDS = 4_000_000_000

export interface CallMeasures {
  readonly call_metrics?: CallMetric[]
  readonly usage_metrics: UsageMetric[]
}

interface StatsQuery extends CallMeasures {
  readonly projectId: string
  readonly search: CallSearch
  readonly window: ActivityWindow
}

/** Measures over time; buckets are aligned to local time. */
export function useStatsOverTime(query: StatsQuery) {
  const timezone = Intl.DateTimeFormat().resolvedOptions().timeZone
  return useStats(query, { granularity: query.window.granularity, timezone })
}

/** Measures of the whole window, optionally per op or user. */
export function useWindowStats(query: StatsQuery, group_by?: CallStatsGroup) {
  return useStats(query, { granularity: WHOLE_SECONDS, ...(group_by && { group_by }) })
}

interface Buckets {
  readonly granularity: number
  readonly timezone?: string
  readonly group_by?: CallStatsGroup
}

function useStats({ projectId, search, window, ...measures }: StatsQuery, buckets: Buckets) {
  const request = {
    project_id: projectId,
    ...search,
    ...measures,
    ...buckets,
    start: window.from.toISOString(),
    end: window.to.toISOString(),
  }
  return useQuery({
    queryKey: ['call-stats', projectId, request],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => client.call(readCallStats, request, { signal }),
  })
}

export interface ActivityWindow {
  readonly from: Date
  readonly to: Date
  /** Seconds in a bucket. */
  readonly granularity: number
}

export type ActivityMetric = 'count' | 'cost' | 'p95'

/** Measures requested in addition to call and error counts; they are not free on the server. */
const MEASURES: Record<ActivityMetric, { readonly calls?: CallMetric; readonly usage?: UsageMetric }> = {
  count: {},
  cost: { usage: { metric: 'total_cost', aggregations: ['sum'] } },
  p95: { calls: { metric: 'latency_ms', percentiles: [95] } },
}

/** One metric of the matching calls over time. */
export function useActivity(
  projectId: string,
  search: CallSearch | undefined,
  window: ActivityWindow,
  metric: ActivityMetric,
) {
  return useQuery({
    queryKey: ['activity', projectId, search, window, metric],
    enabled: search !== undefined,
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => {
      const { calls, usage } = MEASURES[metric]
      const request = {
        project_id: projectId,
        ...search,
        start: window.from.toISOString(),
        end: window.to.toISOString(),
        granularity: window.granularity,
        call_metrics: [...COUNTS, ...(calls ? [calls] : [])],
        usage_metrics: usage ? [usage] : [],
      }
      return { metric, ...(await client.call(readCallStats, request, { signal })) }
    },
  })
}

const COUNTS: CallMetric[] = [
  { metric: 'call_count', aggregations: ['sum'] },
  { metric: 'error_count', aggregations: ['sum'] },
]
