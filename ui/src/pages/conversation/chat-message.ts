import type { AgentTurn } from '@heddle/contract/agent-chat'
import { valueAt } from '@heddle/contract/call/json'
import { parseExact } from '../../json/exact.ts'
import type { ChatMessage, ChatPart } from '../../messages/chat.ts'
import type { ToolRun } from '../../messages/tool-runs.ts'

type Message = AgentTurn['messages'][number]

/** A message of an agent in the form in which chats are shown. */
export function chatMessage(message: Message): ChatMessage {
  const { user_message, assistant_message, agent_start, context_compacted } = message
  switch (message.type) {
    case 'user_message':
      return newMessage('user', undefined, texts(user_message?.text))
    case 'assistant_message':
      return newMessage('assistant', assistant_message?.model ?? undefined, [
        ...reasoning(assistant_message?.reasoning_content),
        ...texts(assistant_message?.text),
      ])
    case 'tool_call':
      return newMessage('tool', undefined, [toolPart(message)])
    case 'agent_start':
      return newMessage('system', message.agent_name ?? undefined, texts(agent_start?.system_instructions))
    case 'context_compacted':
      return newMessage('system', 'Context compacted', texts(context_compacted?.compaction_summary))
  }
}

/** How the tool of a message ran; undefined for other messages. */
export function toolRun({ tool_call, status_message, error_type }: Message): ToolRun | undefined {
  if (!tool_call) return undefined
  return {
    durationMs: tool_call.duration_ms ?? undefined,
    error: tool_call.status === 'ERROR' ? (status_message ?? error_type ?? 'Failed') : undefined,
  }
}

const newMessage = (role: string, name: string | undefined, parts: readonly ChatPart[]): ChatMessage => ({
  role,
  name,
  finishReason: undefined,
  parts,
})

const texts = (content: string | null | undefined): ChatPart[] => (content ? [{ type: 'text', content }] : [])

const reasoning = (content: string | null | undefined): ChatPart[] =>
  content ? [{ type: 'reasoning', content }] : []

function toolPart({ span_id, tool_call }: Message): ChatPart {
  const { tool_name, tool_arguments, tool_result } = tool_call ?? {}
  return {
    type: 'tool',
    id: span_id,
    name: tool_name ?? 'Tool',
    arguments: tool_arguments ? jsonOrText(tool_arguments) : undefined,
    result: tool_result ? { value: resultOf(tool_result) } : undefined,
  }
}

/** A list of text blocks is one text: that is how providers wrap the text that a tool returned. */
function resultOf(written: string): unknown {
  const value = jsonOrText(written)
  if (!Array.isArray(value) || value.length === 0) return value
  const texts = value.map((block) => (valueAt(block, 'type') === 'text' ? valueAt(block, 'text') : undefined))
  return texts.every((text) => typeof text === 'string') ? texts.join('\n') : value
}

/** Agents report arguments and results as JSON or as plain text, such as 1.50. */
function jsonOrText(text: string): unknown {
  if (!/^\s*[{["]/.test(text)) return text
  try {
    return parseExact(text)
  } catch {
    return text
  }
}
