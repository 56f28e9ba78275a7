import { type CallsFilter, queryCalls } from '@heddle/contract/calls-query'
import { useQuery } from '@tanstack/react-query'
import { parseRef } from '../navigation/ref.ts'
import { client } from './client.ts'

const SHOWN_MAX = 50

/** Calls whose inputs mention one of the refs, newest first. */
export function useCallsWithInput(projectId: string, refs: readonly string[]) {
  return useNewestCalls(projectId, { input_refs: [...refs] })
}

/** Calls of one version of an op, newest first. */
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

const SIMILAR_MAX = 30

/** The latest calls of the same op, in any version. */
export function useSimilarCalls(projectId: string, opName: string | undefined) {
  return useQuery({
    queryKey: ['similar-calls', projectId, opName],
    enabled: opName !== undefined,
    queryFn: async ({ signal }) => {
      const request = {
        project_id: projectId,
        filter: { op_names: [anyVersion(opName ?? '')] },
        columns: ['id', 'started_at', 'display_name', 'op_name', 'summary'],
        sort_by: [{ field: 'started_at', direction: 'desc' as const }],
        limit: SIMILAR_MAX,
      }
      return (await client.call(queryCalls, request, { signal })).calls
    },
  })
}

function anyVersion(opName: string): string {
  const ref = parseRef(opName)
  return ref ? `${opName.slice(0, opName.lastIndexOf(':'))}:*` : opName
}
