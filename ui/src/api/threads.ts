import { readAgentTurns } from '@heddle/contract/agent-chat'
import type { CallRecord } from '@heddle/contract/calls'
import { queryCalls } from '@heddle/contract/calls-query'
import { type CountedUsage, readCallUsage } from '@heddle/contract/calls-stats'
import { field } from '@heddle/contract/filter/conditions'
import type { Query } from '@heddle/contract/query'
import { streamThreads, type ThreadRecord } from '@heddle/contract/threads'
import { useQuery } from '@tanstack/react-query'
import type { RangeBounds } from '../range/time-range.ts'
import { client } from './client.ts'

const THREADS_MAX = 1000
export const TURNS_MAX = 200
export const IS_TURN: Query = { $expr: { $eq: [field('turn_id'), field('id')] } }

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

/** The latest turns of a conversation, in chronological order. */
export interface LatestTurns {
  readonly turns: readonly CallRecord[]
  /** Whether there are earlier ones. */
  readonly isCut: boolean
}

/** A turn is a call whose turn_id is its own id. */
export function useTurns(projectId: string, threadId: string | undefined) {
  return useQuery({
    queryKey: ['turns', projectId, threadId],
    enabled: threadId !== undefined,
    queryFn: async ({ signal }): Promise<LatestTurns> => {
      const request = {
        project_id: projectId,
        filter: { thread_ids: [threadId ?? ''] },
        query: IS_TURN,
        columns: ['id', 'op_name', 'display_name', 'started_at', 'ended_at', 'exception', 'summary'],
        sort_by: [{ field: 'started_at', direction: 'desc' as const }],
        limit: TURNS_MAX + 1,
      }
      const { calls } = await client.call(queryCalls, request, { signal })
      return { turns: calls.slice(0, TURNS_MAX).reverse(), isCut: calls.length > TURNS_MAX }
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

export async function readUsage(
  project_id: string,
  turnIds: readonly string[],
  signal: AbortSignal,
): Promise<ReadonlyMap<string, CountedUsage>> {
  const request = { project_id, call_ids: [...turnIds], include_costs: true, limit: USAGE_CALLS_MAX }
  const { counted } = await client.call(readCallUsage, request, { signal })
  return new Map(Object.entries(counted))
}

/** The latest turns of an agent's conversation, in chronological order. */
export function useConversation(projectId: string, conversationId: string) {
  return useQuery({
    queryKey: ['conversation', projectId, conversationId],
    queryFn: ({ signal }) =>
      client.call(readAgentTurns, { project_id: projectId, conversation_id: conversationId }, { signal }),
  })
}
