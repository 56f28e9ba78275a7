import { queryCalls } from '@heddle/contract/calls-query'
import { wordCondition } from '@heddle/contract/filter/term'
import { readTraceSkeleton, type TraceSkeleton } from '@heddle/contract/skeleton'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { client } from './client.ts'

const RUNNING_REFETCH_MS = 2000
const MISSING_REFETCH_MS = 3000
/** One that has not come within ten minutes was deleted. */
export const MISSING_REFETCHES_MAX = 200
const HITS_MAX = 5000

const TRACE_KEY = 'trace'

/**
 * The trace a call is part of; null for a call that does not exist. Polls until it does: it may not have been
 * stored yet. Keeps the previous one while loading. An uncached trace is fetched with the same request.
 */
export function useTraceId(projectId: string, callId: string) {
  const queryClient = useQueryClient()
  return useQuery({
    queryKey: ['trace-of', projectId, callId],
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => {
      const known = queryClient.getQueriesData<TraceSkeleton>({ queryKey: [TRACE_KEY, projectId] })
      for (const [, skeleton] of known) if (skeleton?.calls.id.includes(callId)) return skeleton.trace_id
      const skeleton = await client.call(
        readTraceSkeleton,
        { project_id: projectId, call_id: callId },
        { signal },
      )
      if (skeleton.calls.id.length === 0) return null
      queryClient.setQueryData([TRACE_KEY, projectId, skeleton.trace_id], skeleton)
      return skeleton.trace_id
    },
    staleTime: ({ state }) => (state.data === null ? 0 : Number.POSITIVE_INFINITY),
    refetchInterval: ({ state }) =>
      state.data === null && state.dataUpdateCount < MISSING_REFETCHES_MAX ? MISSING_REFETCH_MS : false,
  })
}

/** All calls of a trace without payloads. Polls while some are running. */
export function useTraceSkeleton(projectId: string, traceId: string | null | undefined) {
  return useQuery({
    queryKey: [TRACE_KEY, projectId, traceId],
    structuralSharing: false,
    enabled: typeof traceId === 'string',
    queryFn: ({ signal }) =>
      client.call(readTraceSkeleton, { project_id: projectId, trace_id: traceId ?? '' }, { signal }),
    refetchInterval: ({ state }) =>
      state.data?.calls.status.includes('running') ? RUNNING_REFETCH_MS : false,
  })
}

/** The ids of a trace's calls whose inputs or output contain the words. */
export function usePayloadHits(projectId: string, traceId: string, words: string) {
  return useQuery({
    queryKey: ['trace-search', projectId, traceId, words],
    enabled: words.trim() !== '',
    queryFn: async ({ signal }) => {
      const request = {
        project_id: projectId,
        filter: { trace_ids: [traceId] },
        query: { $expr: wordCondition(words.trim()) },
        columns: ['id'],
        limit: HITS_MAX,
      }
      const { calls } = await client.call(queryCalls, request, { signal })
      return calls.map(({ id }) => id)
    },
  })
}
