import { type CallRecord, closeCalls, deleteCalls } from '@heddle/contract/calls'
import { type CallsQueryRequest, countCalls, queryCalls, streamCalls } from '@heddle/contract/calls-query'
import type { CallSearch } from '@heddle/contract/filter/compile'
import { sortPaths } from '@heddle/contract/filter/fields'
import {
  type InfiniteData,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { useMemo } from 'react'
import { FIRST_PAGE_ROWS, rowFields } from './call-rows.ts'
import { client, exactClient, idBatches, sendRaw } from './client.ts'

const CALLS_KEY = 'calls'
const EARLIEST_KEY = 'earliest-call'

const PAGE_ROWS = 100
const QUICK_COUNT = 10_000
/** How often numbers are refreshed while new calls arrive. */
export const RECOUNT_MS = 5000

export interface CallSort {
  readonly field: string
  readonly direction: 'asc' | 'desc'
}

/** A page of the table. */
export interface CallsPage {
  readonly calls: readonly CallRecord[]
  /** On the first page: the cursor from which the live stream continues. */
  readonly cursor?: string | null
}

/** Start of a page: after a call when sorted by start time, otherwise an offset. */
type PageStart =
  | { readonly include_cursor: true }
  | { readonly after: { readonly started_at: string; readonly id: string } }
  | { readonly offset: number }

const FIRST_PAGE: PageStart = { include_cursor: true }

type LoadedPages = InfiniteData<CallsPage, PageStart>

/** A list of calls, as the table shows it. */
export interface CallList {
  readonly projectId: string
  /** Undefined while the filter is invalid; no calls are loaded then. */
  readonly search: CallSearch | undefined
  readonly sort: CallSort
  /** Whether to load full inputs and outputs, or only what a row shows. */
  readonly wholePayloads: boolean
}

const callsKey = ({ projectId, search, sort, wholePayloads }: CallList) =>
  [CALLS_KEY, projectId, search, sort, wholePayloads] as const

/** The calls of a list, page by page. Keeps showing the previous list of the project while loading. */
export function useCallPages(list: CallList) {
  const { projectId, search, sort } = list
  return useInfiniteQuery<CallsPage, Error, LoadedPages, ReturnType<typeof callsKey>, PageStart>({
    queryKey: callsKey(list),
    enabled: search !== undefined,
    initialPageParam: FIRST_PAGE,
    // Comparing two responses costs time and rarely finds anything to share.
    structuralSharing: false,
    placeholderData: (last, lastQuery) =>
      search !== undefined && lastQuery?.queryKey[1] === projectId ? last : undefined,
    queryFn: ({ pageParam, signal }) =>
      exactClient.call(
        queryCalls,
        {
          project_id: projectId,
          ...search,
          ...rowFields(list),
          sort_by: sortKeys(sort),
          limit: pageParam === FIRST_PAGE ? FIRST_PAGE_ROWS : PAGE_ROWS,
          ...pageParam,
        },
        { signal },
      ),
    getNextPageParam: ({ calls }, pages) => nextStart(calls, pages.length, sort),
  })
}

/** A column of named feedback is sorted by every place where the feedback may be. */
const sortKeys = ({ field, direction }: CallSort): CallSort[] =>
  sortPaths(field).map((path) => ({ field: path, direction }))

function nextStart(calls: readonly CallRecord[], pageCount: number, sort: CallSort): PageStart | undefined {
  const last = calls.at(-1)
  // Live and deleted rows change page lengths, so only an empty page is known to be the last.
  if (!last) return undefined
  if (sort.field === 'started_at') return { after: { started_at: last.started_at, id: last.id } }
  return { offset: FIRST_PAGE_ROWS + (pageCount - 1) * PAGE_ROWS }
}

export interface CallCount {
  readonly count: number
  /** Whether `count` is only a lower bound. */
  readonly isMore: boolean
}

interface Counting {
  /** Whether a response or an error has arrived. */
  readonly isAnswered: boolean
  readonly calls: CallCount | undefined
}

/** Number of matching calls: first up to ten thousand, then exact. Recounts periodically while the list grows. */
export function useCallCount(projectId: string, search: CallSearch | undefined, isGrowing = false): Counting {
  const refetchInterval = isGrowing ? RECOUNT_MS : false

  const request = { project_id: projectId, ...search }
  const quick = useQuery({
    queryKey: ['call-count', projectId, search, 'quick'],
    enabled: search !== undefined,
    refetchInterval,
    queryFn: ({ signal }) => client.call(countCalls, { ...request, limit: QUICK_COUNT }, { signal }),
  })
  const whole = useQuery({
    queryKey: ['call-count', projectId, search, 'whole'],
    enabled: search !== undefined && quick.data?.has_more === true,
    refetchInterval,
    queryFn: ({ signal }) => client.call(countCalls, request, { signal }),
  })
  const isAnswered = quick.isFetched
  if (whole.data) return { isAnswered, calls: { count: whole.data.count, isMore: false } }
  const calls = quick.data && { count: quick.data.count, isMore: quick.data.has_more }
  return { isAnswered, calls }
}

/** Start of the project's first call, null in an empty project; undefined while loading or not needed. */
export function useEarliestStart(projectId: string, isNeeded: boolean): Date | null | undefined {
  const { data } = useQuery({
    queryKey: [EARLIEST_KEY, projectId],
    enabled: isNeeded,
    queryFn: async ({ signal }) => {
      const sort_by = [{ field: 'started_at', direction: 'asc' as const }]
      const request = { project_id: projectId, columns: ['id', 'started_at'], sort_by, limit: 1 }
      const [first] = (await client.call(queryCalls, request, { signal })).calls
      return first?.started_at ?? null
    },
  })
  // The same date as long as it has not changed, so that nothing else is asked for again.
  return useMemo(() => (typeof data === 'string' ? new Date(data) : data), [data])
}

/** Returns a function that looks for the first call of a project again: older ones may arrive later. */
export function useRefetchEarliest(projectId: string): () => void {
  const queryClient = useQueryClient()
  return () => void queryClient.invalidateQueries({ queryKey: [EARLIEST_KEY, projectId] })
}

/** Returns a function that removes a project's cached calls. */
export function useDropCachedCalls(projectId: string): () => void {
  const queryClient = useQueryClient()
  return () => {
    for (const key of [CALLS_KEY, 'call-count', EARLIEST_KEY])
      queryClient.removeQueries({ queryKey: [key, projectId] })
  }
}

/** Returns a function that refetches everything that shows the calls of a project. */
export function useRefetchCalls(projectId: string): () => void {
  const queryClient = useQueryClient()
  return () => {
    for (const key of [CALLS_KEY, 'call-count', 'activity', EARLIEST_KEY]) {
      void queryClient.invalidateQueries({ queryKey: [key, projectId] })
    }
  }
}

/** Deletes calls and their descendants, then refetches the lists. */
export function useDeleteCalls(projectId: string) {
  const refetch = useRefetchCalls(projectId)
  return useMutation({
    mutationFn: async (ids: readonly string[]) => {
      for (const call_ids of idBatches(ids)) {
        await client.call(deleteCalls, { project_id: projectId, call_ids })
      }
    },
    onSettled: refetch,
  })
}

/** Ends open calls as failed, and returns how many were open. */
export function useCloseCalls(projectId: string) {
  const refetch = useRefetchCalls(projectId)
  return useMutation({
    mutationFn: async (ids: readonly string[]) => {
      let closed = 0
      for (const call_ids of idBatches(ids)) {
        closed += (await client.call(closeCalls, { project_id: projectId, call_ids })).num_closed
      }
      return closed
    },
    onSettled: refetch,
  })
}

/** All matching calls as JSON lines, exactly as the server writes them. The filter may have any number of call ids. */
export async function readCallLines(request: CallsQueryRequest): Promise<Blob> {
  const parts: Blob[] = []
  for (const part of inIdBatches(request)) {
    parts.push(await (await sendRaw(streamCalls, JSON.stringify(part))).blob())
  }
  // Every line ends with a line break, also the last one of a part.
  return new Blob(parts, { type: 'application/jsonl' })
}

/** A request per batch of the call ids in the filter. */
export function inIdBatches(request: CallsQueryRequest): CallsQueryRequest[] {
  const ids = request.filter?.call_ids
  if (!ids) return [request]
  return [...idBatches(ids)].map((call_ids) => ({ ...request, filter: { ...request.filter, call_ids } }))
}
