import { type CallRecord, deleteCalls } from '@heddle/contract/calls'
import { type CallsQueryRequest, countCalls, queryCalls, streamCalls } from '@heddle/contract/calls-query'
import {
  type InfiniteData,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import type { CallSearch } from '../filter/compile.ts'
import { client, exactClient, idPortions, sendRaw } from './client.ts'

const CALLS_KEY = 'calls'

/** Somewhat more than a screen shows, so that it is there soon; later pages come before they are needed. */
const FIRST_PAGE_ROWS = 40
const PAGE_ROWS = 100
/** Characters of JSON, more than fit on the line of a row. */
export const ROW_PAYLOAD_MAX = 400
const QUICK_COUNT = 10_000
const RECOUNT_MS = 5000

export interface CallSort {
  readonly field: string
  readonly direction: 'asc' | 'desc'
}

/** A page of the table. */
export interface CallsPage {
  readonly calls: readonly CallRecord[]
  /** Of the first page: from where on the live stream tells what the page does not have. */
  readonly cursor?: string | null
}

/** Where a page begins: behind a call, or after so many where the order is not by start. */
type PageStart =
  | { readonly include_cursor: true }
  | { readonly after: { readonly started_at: string; readonly id: string } }
  | { readonly offset: number }

const FIRST_PAGE: PageStart = { include_cursor: true }

type LoadedPages = InfiniteData<CallsPage, PageStart>

/** A list of calls, as the table shows it. */
export interface CallList {
  readonly projectId: string
  /** Undefined while the filter cannot be read: there are then no calls. */
  readonly search: CallSearch | undefined
  readonly sort: CallSort
  /** Whether inputs and output are read whole, or only as far as a row shows them. */
  readonly wholePayloads: boolean
}

/** What is read of a call beyond the call itself. */
export const EXTRAS = { include_costs: true, include_feedback: true, include_usernames: true } as const

/** What every row of the list is asked for, also by the live stream. */
export const rowFields = ({ wholePayloads }: Pick<CallList, 'wholePayloads'>) =>
  wholePayloads ? EXTRAS : { ...EXTRAS, payload_max: ROW_PAYLOAD_MAX }

const callsKey = ({ projectId, search, sort, wholePayloads }: CallList) =>
  [CALLS_KEY, projectId, search, sort, wholePayloads] as const

/** The calls of a list, page by page. While another list of the project is read, the last one stays. */
export function useCallPages(list: CallList) {
  const { projectId, search, sort } = list
  return useInfiniteQuery<CallsPage, Error, LoadedPages, ReturnType<typeof callsKey>, PageStart>({
    queryKey: callsKey(list),
    enabled: search !== undefined,
    initialPageParam: FIRST_PAGE,
    // Nothing is shared between two answers but what is looked through in vain.
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
          sort_by: [sort],
          limit: pageParam === FIRST_PAGE ? FIRST_PAGE_ROWS : PAGE_ROWS,
          ...pageParam,
        },
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
  return { offset: FIRST_PAGE_ROWS + (pageCount - 1) * PAGE_ROWS }
}

export interface CallCount {
  readonly count: number
  /** Whether there are more than were counted so far. */
  readonly isMore: boolean
}

interface Counting {
  /** Whether there has been an answer, be it a refusal. */
  readonly isAnswered: boolean
  readonly calls: CallCount | undefined
}

/** How many calls there are: quickly up to ten thousand, then all. Once some came, they are counted again now and then. */
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

/** Forgets what was read of a project's calls: whoever shows them next reads them again. */
export function useForgetCalls(projectId: string): () => void {
  const queryClient = useQueryClient()
  return () => {
    for (const key of [CALLS_KEY, 'call-count']) queryClient.removeQueries({ queryKey: [key, projectId] })
  }
}

/** Has all that shows the calls of a project read again. */
export function useReadCallsAgain(projectId: string): () => void {
  const queryClient = useQueryClient()
  return () => {
    for (const key of [CALLS_KEY, 'call-count', 'activity']) {
      void queryClient.invalidateQueries({ queryKey: [key, projectId] })
    }
  }
}

/** Deletes calls with all below them; what shows calls is read again. */
export function useDeleteCalls(projectId: string) {
  const readAgain = useReadCallsAgain(projectId)
  return useMutation({
    mutationFn: async (ids: readonly string[]) => {
      for (const call_ids of idPortions(ids)) {
        await client.call(deleteCalls, { project_id: projectId, call_ids })
      }
    },
    onSettled: readAgain,
  })
}

/** Every call of a search, one a line, exactly as the server writes them. */
export async function readCallLines(request: CallsQueryRequest): Promise<Blob> {
  return (await sendRaw(streamCalls, JSON.stringify(request))).blob()
}
