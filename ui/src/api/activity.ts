import { readCallStats } from '@heddle/contract/calls-stats'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { CallSearch } from '../filter/compile.ts'
import { client } from './client.ts'

export interface ActivityWindow {
  readonly from: Date
  readonly to: Date
  /** Seconds in a bucket. */
  readonly granularity: number
}

/** Counts, errors, latency and cost of a search over time. */
export function useActivity(projectId: string, search: CallSearch | undefined, window: ActivityWindow) {
  return useQuery({
    queryKey: ['activity', projectId, search, window],
    enabled: search !== undefined,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      client.call(
        readCallStats,
        {
          project_id: projectId,
          ...search,
          start: window.from.toISOString(),
          end: window.to.toISOString(),
          granularity: window.granularity,
          call_metrics: [
            { metric: 'call_count', aggregations: ['sum'] },
            { metric: 'error_count', aggregations: ['sum'] },
            { metric: 'latency_ms', percentiles: [95] },
          ],
          usage_metrics: [{ metric: 'total_cost', aggregations: ['sum'] }],
        },
        { signal },
      ),
  })
}
