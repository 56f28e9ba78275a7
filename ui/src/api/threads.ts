import { readAgentTurns } from '@heddle/contract/agent-chat'
import type { CallRecord } from '@heddle/contract/calls'
import { queryCalls } from '@heddle/contract/calls-query'
import type { Query } from '@heddle/contract/query'
import { streamThreads, type ThreadRecord } from '@heddle/contract/threads'
import { useQuery } from '@tanstack/react-query'
import { field } from '../filter/conditions.ts'
import { client } from './client.ts'

const THREADS_MAX = 1000
const TURNS_MAX = 200
const IS_TURN: Query = { $expr: { $eq: [field('turn_id'), field('id')] } }

/** Conversations of a project, most recent first. */
export function useThreads(projectId: string) {
  return useQuery({
    queryKey: ['threads', projectId],
    queryFn: async ({ signal }) => {
      const threads: ThreadRecord[] = []
      const request = { project_id: projectId, limit: THREADS_MAX }
      for await (const thread of await client.call(streamThreads, request, { signal })) threads.push(thread)
      return threads
    },
  })
}

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
        include_costs: true,
        limit: TURNS_MAX,
      }
      return (await client.call(queryCalls, request, { signal })).calls
    },
  })
}

/** The latest turns of an agent's conversation, in chronological order. */
export function useConversation(projectId: string, conversationId: string) {
  return useQuery({
    queryKey: ['conversation', projectId, conversationId],
    queryFn: ({ signal }) =>
      client.call(readAgentTurns, { project_id: projectId, conversation_id: conversationId }, { signal }),
  })
}
