import type { CallRecord } from '@heddle/contract/calls'
import { queryCalls } from '@heddle/contract/calls-query'
import { isSet } from '@heddle/contract/filter/conditions'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { rowFields } from './call-rows.ts'
import type { CallList } from './calls.ts'
import { exactClient, idBatches } from './client.ts'

const REFETCH_MS = 3000

type EndedCalls = ReadonlyMap<string, CallRecord>

interface RunningRows extends Pick<CallList, 'projectId' | 'search' | 'wholePayloads'> {
  /** The rows as the live stream knows them. */
  readonly calls: readonly CallRecord[]
  /** When the list was loaded. */
  readonly cursor: string | undefined
}

/**
 * Shown calls that were running and have ended since, by id. The live stream does not send the end of a call that a filter such as
 * `status:running` no longer matches, so it is polled for.
 */
export function useEndedCalls({ projectId, search, wholePayloads, calls, cursor }: RunningRows): EndedCalls {
  const queryClient = useQueryClient()
  const queryKey = ['ended-calls', projectId, wholePayloads, cursor]
  const latest = useRef(calls)
  latest.current = calls
  const { data = NONE } = useQuery({
    queryKey,
    // Without conditions, a call matches after its end as before.
    enabled: cursor !== undefined && search?.query !== undefined && calls.some(isRunning),
    refetchInterval: REFETCH_MS,
    gcTime: 0,
    structuralSharing: false,
    queryFn: async ({ signal }) => {
      const ended = new Map(queryClient.getQueryData<EndedCalls>(queryKey))
      const ids = latest.current.filter((call) => isRunning(call) && !ended.has(call.id)).map(({ id }) => id)
      for (const call_ids of idBatches(ids)) {
        const conditions = { filter: { call_ids }, query: { $expr: isSet('ended_at') } }
        const request = { project_id: projectId, ...conditions, ...rowFields({ wholePayloads }) }
        const found = await exactClient.call(queryCalls, request, { signal })
        for (const call of found.calls) ended.set(call.id, call)
      }
      return ended
    },
  })
  return data
}

const NONE: EndedCalls = new Map()

const isRunning = ({ ended_at }: CallRecord): boolean => ended_at === null
