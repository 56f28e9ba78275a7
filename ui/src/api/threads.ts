import { readAgentTurns } from '@heddle/contract/agent-chat'
import { valueAt } from '@heddle/contract/call/json'
import type { CallRecord } from '@heddle/contract/calls'
import { queryCalls } from '@heddle/contract/calls-query'
import { type CountedUsage, readCallUsage } from '@heddle/contract/calls-stats'
import { field } from '@heddle/contract/filter/conditions'
import type { Query } from '@heddle/contract/query'
import { streamThreads, type ThreadRecord } from '@heddle/contract/threads'
import { useQueries, useQuery } from '@tanstack/react-query'
import { inputPreview } from '../call/preview.ts'
import type { RangeBounds } from '../range/time-range.ts'
import { client } from './client.ts'

const THREADS_MAX = 1000
const TURNS_MAX = 200
const IS_TURN: Query = { $expr: { $eq: [field('turn_id'), field('id')] } }

const ALL_TIME: RangeBounds = {}

/** Conversations with turns that started in a time range, most recent first. */
export function useThreads(projectId: string, bounds = ALL_TIME) {
  return useQuery({
    queryKey: ['threads', projectId, bounds],
    queryFn: async ({ signal }) => {
      const threads: ThreadRecord[] = []
      const request = { project_id: projectId, filter: turnsWithin(bounds), limit: THREADS_MAX }
      for await (const thread of await client.call(streamThreads, request, { signal })) threads.push(thread)
      return threads
    },
  })
}

/** A range includes its start, while the API takes turns after a time. */
export const turnsWithin = ({ from, to }: RangeBounds) => ({
  ...(from && { after_datetime: microsecondBefore(from) }),
  ...(to && { before_datetime: to.toISOString() }),
})

const microsecondBefore = (at: Date): string => new Date(at.getTime() - 1).toISOString().replace('Z', '999Z')

/** Turns of a conversation in chronological order. A turn is a call whose turn_id is its own id. */
export function useTurns(projectId: string, threadId: string | undefined) {
  return useQuery({
    queryKey: ['turns', projectId, threadId],
    enabled: threadId !== undefined,
    queryFn: async ({ signal }): Promise<readonly CallRecord[]> => {
      const request = {
        project_id: projectId,
        filter: { thread_ids: [threadId ?? ''] },
        query: IS_TURN,
        columns: ['id', 'op_name', 'display_name', 'started_at', 'ended_at', 'exception', 'summary'],
        limit: TURNS_MAX,
      }
      return (await client.call(queryCalls, request, { signal })).calls
    },
  })
}

/** Usage of each of these turns. */
export function useTurnUsage(projectId: string, turnIds: readonly string[]) {
  return useQuery({
    queryKey: ['turn-usage', projectId, turnIds],
    enabled: turnIds.length > 0,
    queryFn: ({ signal }) => readUsage(projectId, turnIds, signal),
  })
}

const USAGE_CALLS_MAX = 100_000

async function readUsage(
  project_id: string,
  turnIds: readonly string[],
  signal: AbortSignal,
): Promise<ReadonlyMap<string, CountedUsage>> {
  const request = { project_id, call_ids: [...turnIds], include_costs: true, limit: USAGE_CALLS_MAX }
  const { counted } = await client.call(readCallUsage, request, { signal })
  return new Map(Object.entries(counted))
}

function sum(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null)
  return known.length === 0 ? null : known.reduce((total, value) => total + value, 0)
}

/** What a list shows of a conversation besides its record. */
export interface ThreadSummary extends CountedUsage {
  readonly firstMessage: string
  readonly endUser: string | undefined
}

const LISTED_TURNS_MAX = 2000

const SUMMARIES_PER_REQUEST = 50

/** First message, user and usage in a time range of the listed threads, by thread. Missing while they load. */
export function useThreadSummaries(
  projectId: string,
  threadIds: readonly string[],
  bounds: RangeBounds,
): ReadonlyMap<string, ThreadSummary> {
  const pages = Array.from({ length: Math.ceil(threadIds.length / SUMMARIES_PER_REQUEST) }, (_, page) =>
    threadIds.slice(page * SUMMARIES_PER_REQUEST, (page + 1) * SUMMARIES_PER_REQUEST),
  )
  return useQueries({
    queries: pages.map((ids) => ({
      queryKey: ['thread-summaries', projectId, ids, bounds],
      queryFn: ({ signal }: { readonly signal: AbortSignal }) =>
        readSummaries(projectId, ids, bounds, signal),
    })),
    combine: joined,
  })
}

const joined = (
  pages: readonly { readonly data: ReadonlyMap<string, ThreadSummary> | undefined }[],
): ReadonlyMap<string, ThreadSummary> => new Map(pages.flatMap(({ data }) => [...(data ?? [])]))

async function readSummaries(
  project_id: string,
  thread_ids: string[],
  bounds: RangeBounds,
  signal: AbortSignal,
) {
  const request = {
    project_id,
    filter: { thread_ids },
    query: IS_TURN,
    columns: ['id', 'thread_id', 'started_at', 'summary'],
    sort_by: [{ field: 'started_at', direction: 'asc' as const }],
    limit: LISTED_TURNS_MAX,
  }
  const { calls } = await client.call(queryCalls, request, { signal })
  const turnIds = calls.filter(({ started_at }) => isWithin(started_at, bounds)).map(({ id }) => id)
  return summariesOf(calls, await readUsage(project_id, turnIds, signal))
}

function isWithin(instant: string, { from, to }: RangeBounds): boolean {
  const at = new Date(instant)
  return (!from || at >= from) && (!to || at < to)
}

/** `turns` come in chronological order. */
function summariesOf(
  turns: readonly CallRecord[],
  usage: ReadonlyMap<string, CountedUsage>,
): ReadonlyMap<string, ThreadSummary> {
  const summaries = new Map<string, ThreadSummary>()
  for (const turn of turns) {
    const id = turn.thread_id ?? ''
    const before = summaries.get(id)
    const used = usage.get(turn.id)
    const user = valueAt(turn.summary, 'weave.end_user')
    summaries.set(id, {
      firstMessage: before?.firstMessage ?? inputPreview(turn),
      endUser: before?.endUser ?? (typeof user === 'string' ? user : undefined),
      tokens: sum([before?.tokens ?? null, used?.tokens ?? null]),
      cost: sum([before?.cost ?? null, used?.cost ?? null]),
      reported_cost: sum([before?.reported_cost ?? null, used?.reported_cost ?? null]),
    })
  }
  return summaries
}

/** The latest turns of an agent's conversation, in chronological order. */
export function useConversation(projectId: string, conversationId: string) {
  return useQuery({
    queryKey: ['conversation', projectId, conversationId],
    queryFn: ({ signal }) =>
      client.call(readAgentTurns, { project_id: projectId, conversation_id: conversationId }, { signal }),
  })
}
