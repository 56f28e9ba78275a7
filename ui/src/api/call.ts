import { type CallRecord, readCall } from '@heddle/contract/calls'
import { queryOptions, usePrefetchQuery, useQueries, useQuery } from '@tanstack/react-query'
import { memberTexts } from '../json/children.ts'
import { client } from './client.ts'
import { MISSING_REFETCHES_MAX } from './trace.ts'

type Payload = 'inputs' | 'output' | 'attributes' | 'summary'

/** A call whose payloads are unparsed JSON, so that large numbers keep all their digits. */
export interface CallWithTexts extends Omit<CallRecord, 'inputs' | 'output' | 'attributes'> {
  readonly texts: Readonly<Record<Payload, string>>
}

const asText = { ...readCall, replyAs: 'text' } as const

const UNFINISHED_REFETCH_MS = 3000

/** One call with its costs, or null if it does not exist. Polls until the call exists and has ended. */
export function useCall(projectId: string, id: string) {
  return useQuery({
    ...callQuery(projectId, id),
    refetchInterval({ state: { data, dataUpdateCount } }) {
      const isAwaited = data === null ? dataUpdateCount < MISSING_REFETCHES_MAX : data && !data.ended_at
      return isAwaited ? UNFINISHED_REFETCH_MS : false
    },
  })
}

/** Prefetches a call that is about to be shown. */
export const usePrefetchedCall = (projectId: string, id: string): void =>
  usePrefetchQuery(callQuery(projectId, id))

const callQuery = (projectId: string, id: string) =>
  queryOptions({
    queryKey: ['call', projectId, id],
    structuralSharing: false,
    queryFn: ({ signal }) => fetchCall(projectId, id, signal),
  })

async function fetchCall(project_id: string, id: string, signal: AbortSignal): Promise<CallWithTexts | null> {
  const text = await client.call(asText, { project_id, id, include_costs: true }, { signal })
  const call = memberTexts(text).get('call') ?? 'null'
  return call === 'null' ? null : callOf(call)
}

/** Payloads stay text; only small fields are parsed. */
function callOf(text: string): CallWithTexts {
  const members = memberTexts(text)
  const texts = {
    inputs: members.get('inputs') ?? '{}',
    output: members.get('output') ?? 'null',
    attributes: members.get('attributes') ?? '{}',
    summary: members.get('summary') ?? '{}',
  }
  for (const heavy of ['inputs', 'output', 'attributes']) members.delete(heavy)
  const small = [...members].map(([key, value]) => `${JSON.stringify(key)}:${value}`).join()
  const parsed: Omit<CallRecord, 'inputs' | 'output' | 'attributes'> = JSON.parse(`{${small}}`)
  return { ...parsed, texts }
}

/** Several calls, in the order of their ids: null if missing, undefined while loading. */
export function useCallsById(projectId: string, ids: readonly string[]) {
  return useQueries({
    queries: ids.map((id) => callQuery(projectId, id)),
  })
}
