import { type CallMetric, readCallStats, type UsageMetric } from '@heddle/contract/calls-stats'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { CallSearch } from '../filter/compile.ts'
import { client } from './client.ts'

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
