import { type CallsFilter, queryCalls } from '@heddle/contract/calls-query'
import { useQuery } from '@tanstack/react-query'
import { client } from './client.ts'

const SHOWN_MAX = 50

/** The calls whose inputs mention one of the refs, the newest first. */
export function useCallsWithInput(projectId: string, refs: readonly string[]) {
  return useNewestCalls(projectId, { input_refs: [...refs] })
}

/** The calls of one version of an op, the newest first. */
export function useCallsOfOp(projectId: string, ref: string) {
  return useNewestCalls(projectId, { op_names: [ref] })
}

function useNewestCalls(projectId: string, filter: CallsFilter) {
  return useQuery({
    queryKey: ['used-by', projectId, filter],
    queryFn: async ({ signal }) => {
      const request = {
        project_id: projectId,
        filter,
        columns: ['id', 'op_name', 'display_name', 'started_at', 'summary'],
        sort_by: [{ field: 'started_at', direction: 'desc' as const }],
        limit: SHOWN_MAX,
      }
      return (await client.call(queryCalls, request, { signal })).calls
    },
  })
}
