import { readAgentTurns } from '@heddle/contract/agent-chat'
import { useQuery } from '@tanstack/react-query'
import { client } from './client.ts'

/** The latest turns of an agent's conversation, in the order in which they happened. */
export function useConversation(projectId: string, conversationId: string) {
  return useQuery({
    queryKey: ['conversation', projectId, conversationId],
    queryFn: ({ signal }) =>
      client.call(readAgentTurns, { project_id: projectId, conversation_id: conversationId }, { signal }),
  })
}
