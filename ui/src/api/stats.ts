import {
  type CallMetric,
  type CallStatsGroup,
  readCallStats,
  type UsageMetric,
} from '@heddle/contract/calls-stats'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { CallSearch } from '../filter/compile.ts'
import { client } from './client.ts'

/** One bucket from 1970 on holds any window: its numbers are those of the window as a whole. */
const WHOLE_SECONDS = 4_000_000_000

export interface CallMeasures {
  readonly call_metrics?: CallMetric[]
  readonly usage_metrics: UsageMetric[]
}

interface StatsQuestion extends CallMeasures {
  readonly projectId: string
  readonly search: CallSearch
  readonly window: ActivityWindow
}

/** Measures of calls over time; the buckets begin on the local clock. */
export function useStatsOverTime(question: StatsQuestion) {
  const timezone = Intl.DateTimeFormat().resolvedOptions().timeZone
  return useStats(question, { granularity: question.window.granularity, timezone })
}

/** Measures of the window as a whole; with a group, of each op or user apart. */
export function useWindowStats(question: StatsQuestion, group_by?: CallStatsGroup) {
  return useStats(question, { granularity: WHOLE_SECONDS, ...(group_by && { group_by }) })
}

interface Buckets {
  readonly granularity: number
  readonly timezone?: string
  readonly group_by?: CallStatsGroup
}

function useStats({ projectId, search, window, ...measures }: StatsQuestion, buckets: Buckets) {
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

/** What each metric takes besides the calls and those that failed: it costs the server some work. */
const MEASURES: Record<ActivityMetric, { readonly calls?: CallMetric; readonly usage?: UsageMetric }> = {
  count: {},
  cost: { usage: { metric: 'total_cost', aggregations: ['sum'] } },
  p95: { calls: { metric: 'latency_ms', percentiles: [95] } },
}

/** The calls of a search over time, by one metric. */
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
