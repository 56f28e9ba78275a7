import { readAgentTurns } from '@heddle/contract/agent-chat'
import type { CallRecord } from '@heddle/contract/calls'
import { queryCalls } from '@heddle/contract/calls-query'
import { field } from '@heddle/contract/filter/conditions'
import type { Query } from '@heddle/contract/query'
import { streamThreads, type ThreadRecord } from '@heddle/contract/threads'
import {
  type InfiniteData,
  useInfiniteQuery,
  useQueries,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import type { RangeBounds } from '../range/time-range.ts'
import { client } from './client.ts'
import { readCountedUsage, type UsageByCall } from './counted-usage.ts'
import { distinct } from './distinct.ts'

export const THREADS_MAX = 1000
const TURNS_PER_PAGE = 200
const TURN_COLUMNS = [
  'id',
  'trace_id',
  'op_name',
  'display_name',
  'started_at',
  'ended_at',
  'exception',
  'summary',
]
const RUNNING_REFETCH_MS = 3000
const FOLLOWED_MS = 3_600_000
const USAGE_KEY = 'turn-usage'
export const IS_TURN: Query = { $expr: { $eq: [field('turn_id'), field('id')] } }

const ALL_TIME: RangeBounds = {}

/** The most recent conversations with turns that started in a time range, and whether there are more. */
export function useThreads(projectId: string, bounds = ALL_TIME) {
  return useQuery({
    queryKey: ['threads', projectId, bounds],
    queryFn: async ({ signal }) => {
      const threads: ThreadRecord[] = []
      const request = { project_id: projectId, filter: turnsWithin(bounds), limit: THREADS_MAX + 1 }
      for await (const thread of await client.call(streamThreads, request, { signal })) threads.push(thread)
      return { threads: threads.slice(0, THREADS_MAX), hasMore: threads.length > THREADS_MAX }
    },
  })
}

/** A range includes its start, while the API takes turns after a time. */
export const turnsWithin = ({ from, to }: RangeBounds) => ({
  ...(from && { after_datetime: microsecondBefore(from) }),
  ...(to && { before_datetime: to.toISOString() }),
})

const microsecondBefore = (at: Date): string => new Date(at.getTime() - 1).toISOString().replace('Z', '999Z')

interface TurnsPage {
  /** Newest first. */
  readonly turns: readonly CallRecord[]
  /** Where the next page starts; null if there are no earlier turns. */
  readonly next: TurnStart
}

/** The last turn of the page before; null for the first page. */
type TurnStart = Pick<CallRecord, 'started_at' | 'id'> | null

/** The turns of a conversation, page by page, newest first. A turn is a call whose turn_id is its own id. */
export function useTurns(projectId: string, threadId: string) {
  return useInfiniteQuery<
    TurnsPage,
    Error,
    InfiniteData<TurnsPage, TurnStart>,
    readonly unknown[],
    TurnStart
  >({
    queryKey: ['turns', projectId, threadId],
    initialPageParam: null,
    queryFn: async ({ pageParam, signal }) => {
      const request = {
        project_id: projectId,
        filter: { thread_ids: [threadId] },
        query: IS_TURN,
        columns: TURN_COLUMNS,
        sort_by: [{ field: 'started_at', direction: 'desc' as const }],
        limit: TURNS_PER_PAGE + 1,
        ...(pageParam && { after: pageParam }),
      }
      const { calls } = await client.call(queryCalls, request, { signal })
      const turns = calls.slice(0, TURNS_PER_PAGE)
      const last = calls.length > turns.length ? turns.at(-1) : undefined
      return { turns, next: last ? { started_at: last.started_at, id: last.id } : null }
    },
    getNextPageParam: ({ next }) => next,
    refetchInterval: ({ state }) =>
      state.data?.pages[0]?.turns.some((turn) => isUnderWay(turn, Date.now())) ? RUNNING_REFETCH_MS : false,
  })
}

/** Whether a turn may still end: where a program was stopped, it never does. */
export const isUnderWay = (
  { started_at, ended_at }: Pick<CallRecord, 'started_at' | 'ended_at'>,
  now: number,
): boolean => ended_at === null && now - Date.parse(started_at) < FOLLOWED_MS

/** Pages of rows, newest first, as one list in chronological order, with each row once. */
export function chronological<Row>(
  pages: readonly (readonly Row[])[],
  idOf: (row: Row) => string,
): readonly Row[] {
  return distinct(pages.flat(), idOf).toReversed()
}

/** Usage of each of these turns; missing while it loads for the first time. */
export function useTurnUsage(projectId: string, pages: readonly (readonly CallRecord[])[]): UsageByCall {
  const read = useQueries({
    queries: pages.map((turns) => {
      const ids = turns.map(({ id }) => id)
      // A turn that ends has used more than it had before.
      const running = turns.filter(({ ended_at }) => ended_at === null).length
      return {
        queryKey: [USAGE_KEY, projectId, ids, running],
        enabled: ids.length > 0,
        queryFn: ({ signal }: { readonly signal: AbortSignal }) => readCountedUsage(projectId, turns, signal),
      }
    }),
    combine: joined,
  })
  // A page that changes is read again, and until then has the usage that its turns had.
  const earlier = useQueryClient().getQueriesData<UsageByCall>({ queryKey: [USAGE_KEY, projectId] })
  return new Map([...joined(earlier.map(([, data]) => ({ data }))), ...read])
}

/** The turns of an agent's conversation, page by page, newest first. */
export function useConversation(projectId: string, conversationId: string) {
  return useInfiniteQuery({
    queryKey: ['conversation', projectId, conversationId],
    initialPageParam: 0,
    queryFn: async ({ pageParam: offset, signal }) => {
      const request = { project_id: projectId, conversation_id: conversationId, offset }
      const { turns, ...page } = await client.call(readAgentTurns, request, { signal })
      return { ...page, turns: turns.toReversed() }
    },
    getNextPageParam: ({ has_more, offset, turns }) => (has_more ? offset + turns.length : undefined),
  })
}

/** Maps that several queries read, as one. Missing while they load. */
export const joined = <Value>(
  queries: readonly { readonly data: ReadonlyMap<string, Value> | undefined }[],
): ReadonlyMap<string, Value> => new Map(queries.flatMap(({ data }) => [...(data ?? [])]))
