import type { AgentTurn } from '@heddle/contract/agent-chat'
import type { IconName } from '../../components/icons.tsx'

type Message = AgentTurn['messages'][number]

/** A message as displayed: its author and text. */
export interface DisplayedMessage {
  readonly icon: IconName
  readonly author: string
  readonly text: string
}

/** Each message type has its own payload. */
export function displayedMessage(message: Message): DisplayedMessage {
  switch (message.type) {
    case 'user_message':
      return { icon: 'user', author: 'User', text: message.user_message?.text ?? '' }
    case 'assistant_message':
      return {
        icon: 'llm',
        author: message.assistant_message?.model ?? 'Assistant',
        text: message.assistant_message?.text ?? '',
      }
    case 'tool_call': {
      const { tool_name, tool_arguments, tool_result } = message.tool_call ?? {}
      return {
        icon: 'tool',
        author: tool_name ?? 'Tool',
        text: [tool_arguments, tool_result].filter(Boolean).join('\n→ '),
      }
    }
    case 'agent_start':
      return {
        icon: 'agent',
        author: message.agent_name ?? 'Agent',
        text: message.agent_start?.system_instructions ?? '',
      }
    case 'context_compacted':
      return {
        icon: 'agent',
        author: 'Context compacted',
        text: message.context_compacted?.compaction_summary ?? '',
      }
  }
}
