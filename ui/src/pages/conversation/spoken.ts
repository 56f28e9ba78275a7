import type { AgentTurn } from '@heddle/contract/agent-chat'
import type { IconName } from '../../components/icons.tsx'

type Message = AgentTurn['messages'][number]

/** A message as it is drawn: who spoke, and what they said. */
export interface Spoken {
  readonly icon: IconName
  readonly who: string
  readonly text: string
}

/** Reads a message by its type; each type has a payload of its own. */
export function spokenOf(message: Message): Spoken {
  switch (message.type) {
    case 'user_message':
      return { icon: 'user', who: 'User', text: message.user_message?.text ?? '' }
    case 'assistant_message':
      return {
        icon: 'llm',
        who: message.assistant_message?.model ?? 'Assistant',
        text: message.assistant_message?.text ?? '',
      }
    case 'tool_call': {
      const { tool_name, tool_arguments, tool_result } = message.tool_call ?? {}
      return {
        icon: 'tool',
        who: tool_name ?? 'Tool',
        text: [tool_arguments, tool_result].filter(Boolean).join('\n→ '),
      }
    }
    case 'agent_start':
      return {
        icon: 'agent',
        who: message.agent_name ?? 'Agent',
        text: message.agent_start?.system_instructions ?? '',
      }
    case 'context_compacted':
      return {
        icon: 'agent',
        who: 'Context compacted',
        text: message.context_compacted?.compaction_summary ?? '',
      }
  }
}
