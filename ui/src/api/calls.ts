import { type CallRecord, deleteCalls } from '@heddle/contract/calls'
import { type CallsQueryRequest, countCalls, queryCalls } from '@heddle/contract/calls-query'
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { CallSearch } from '../filter/compile.ts'
import { client } from './client.ts'

const CALLS_KEY = 'calls'

const PAGE_ROWS = 80
const QUICK_COUNT = 10_000
const DELETE_IDS_MAX = 1000

export interface CallSort {
  readonly field: string
  readonly direction: 'asc' | 'desc'
}

/** A page of the table. */
export interface CallsPage {
  readonly calls: readonly CallRecord[]
}

/** Where the next page begins: behind a call, or after so many where the order is not by start. */
type PageStart = Pick<CallsQueryRequest, 'after' | 'offset'>

const FIRST_PAGE: PageStart = {}

/** What every row of the table is asked for, also by the live stream. */
export const SHOWN = { include_costs: true, include_feedback: true, include_usernames: true } as const

export const callsKey = (projectId: string, search: CallSearch | undefined, sort: CallSort) =>
  [CALLS_KEY, projectId, search, sort] as const

/** The calls of a search, page by page. Waits while there is no search. */
export function useCallPages(projectId: string, search: CallSearch | undefined, sort: CallSort) {
  return useInfiniteQuery({
    queryKey: callsKey(projectId, search, sort),
    enabled: search !== undefined,
    initialPageParam: FIRST_PAGE,
    queryFn: ({ pageParam, signal }): Promise<CallsPage> =>
      client.call(
        queryCalls,
        { project_id: projectId, ...search, ...SHOWN, sort_by: [sort], limit: PAGE_ROWS, ...pageParam },
        { signal },
      ),
    getNextPageParam: ({ calls }, pages) => nextStart(calls, pages.length, sort),
  })
}

function nextStart(calls: readonly CallRecord[], pageCount: number, sort: CallSort): PageStart | undefined {
  const last = calls.at(-1)
  // Live rows make a page longer, deleted ones shorter; only an empty page is surely the last.
  if (!last) return undefined
  if (sort.field === 'started_at') return { after: { started_at: last.started_at, id: last.id } }
  return { offset: pageCount * PAGE_ROWS }
}

export interface CallCount {
  readonly count: number
  /** Whether there are more than were counted so far. */
  readonly isMore: boolean
}

/** How many calls there are: quickly up to ten thousand, then all. */
export function useCallCount(projectId: string, search: CallSearch | undefined): CallCount | undefined {
  const request = { project_id: projectId, ...search }
  const quick = useQuery({
    queryKey: ['call-count', projectId, search, 'quick'],
    enabled: search !== undefined,
    queryFn: ({ signal }) => client.call(countCalls, { ...request, limit: QUICK_COUNT }, { signal }),
  })
  const whole = useQuery({
    queryKey: ['call-count', projectId, search, 'whole'],
    enabled: search !== undefined && quick.data?.has_more === true,
    queryFn: ({ signal }) => client.call(countCalls, request, { signal }),
  })
  if (whole.data) return { count: whole.data.count, isMore: false }
  return quick.data && { count: quick.data.count, isMore: quick.data.has_more }
}

/** Deletes calls with all below them; what shows calls is read again. */
export function useDeleteCalls(projectId: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async (ids: readonly string[]) => {
      for (let at = 0; at < ids.length; at += DELETE_IDS_MAX) {
        const call_ids = ids.slice(at, at + DELETE_IDS_MAX)
        await client.call(deleteCalls, { project_id: projectId, call_ids })
      }
    },
    onSettled: () => {
      for (const key of [CALLS_KEY, 'call-count', 'activity']) {
        void queryClient.invalidateQueries({ queryKey: [key, projectId] })
      }
    },
  })
}
