import { queryCalls } from '@heddle/contract/calls-query'
import { useQuery } from '@tanstack/react-query'
import type { CallSearch } from '../filter/compile.ts'
import { client } from './client.ts'

const CALLS_MAX = 100

/** The ids of the newest calls of a search, as they are now: answers given meanwhile do not move them. */
export function useCallsToReview(projectId: string, search: CallSearch | undefined) {
  return useQuery({
    queryKey: ['review', projectId, search],
    enabled: search !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    queryFn: async ({ signal }) => {
      const request = {
        project_id: projectId,
        ...search,
        sort_by: [{ field: 'started_at', direction: 'desc' as const }],
        columns: ['id'],
        limit: CALLS_MAX,
      }
      return (await client.call(queryCalls, request, { signal })).calls.map(({ id }) => id)
    },
  })
}
