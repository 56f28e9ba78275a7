import {
  type CallMetric,
  type CallStatsGroup,
  readCallStats,
  type UsageMetric,
} from '@heddle/contract/calls-stats'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { CallSearch } from '../filter/compile.ts'
import type { ActivityWindow } from './activity.ts'
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
