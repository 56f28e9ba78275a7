import { messageText } from './message-text.ts'
import { type AgentMessage, type DetailedAgentSpan, durationMs, EXECUTE_TOOL, INVOKE_AGENT } from './span.ts'
import { type TraceMoment, walkTrace } from './trace-walk.ts'

/** One event of a turn. Its `type` names its only payload. */
export type ChatMessage = ChatPayload & { readonly span: DetailedAgentSpan }

type ChatPayload =
  | {
      readonly type: 'user_message'
      readonly user_message: { text: string; content_refs: readonly string[] }
    }
  | { readonly type: 'assistant_message'; readonly assistant_message: AssistantMessage }
  | { readonly type: 'tool_call'; readonly tool_call: ToolCall }
  | { readonly type: 'agent_start'; readonly agent_start: AgentStart }
  | { readonly type: 'context_compacted'; readonly context_compacted: ContextCompacted }

type Status = DetailedAgentSpan['status_code']

interface AssistantMessage
  extends Pick<
    DetailedAgentSpan,
    'reasoning_content' | 'input_tokens' | 'output_tokens' | 'reasoning_tokens' | 'content_refs'
  > {
  readonly text: string
  readonly model: string | null
  readonly duration_ms: number
  readonly status: Status
}

interface ToolCall extends Pick<DetailedAgentSpan, 'tool_name' | 'content_refs'> {
  readonly tool_arguments: string | null
  readonly tool_result: string | null
  readonly duration_ms: number
  readonly status: Status
}

interface AgentStart extends Pick<DetailedAgentSpan, 'tool_definitions'> {
  readonly model: string | null
  readonly status: Status
  readonly system_instructions: string | null
}

type ContextCompacted = Pick<
  DetailedAgentSpan,
  'compaction_summary' | 'compaction_items_before' | 'compaction_items_after'
>

/** The messages and tool calls of one trace, in chronological order. */
export function chatOf(spans: readonly DetailedAgentSpan[]): ChatMessage[] {
  const chat = new Chat()
  for (const moment of walkTrace(spans)) chat.tell(moment)
  return chat.messages
}

/** Removes repetitions: spans contain the whole history as input, and every level repeats the answer as its output. */
class Chat {
  readonly messages: ChatMessage[] = []
  readonly #said = new Set<string>()

  tell({ span, moment }: TraceMoment): void {
    if (moment === 'opens') this.#open(span)
    else if (span.operation_name !== EXECUTE_TOOL) this.#answer(span)
  }

  #open(span: DetailedAgentSpan): void {
    if (isCompaction(span))
      this.#add(span, { type: 'context_compacted', context_compacted: compaction(span) })
    if (span.operation_name === EXECUTE_TOOL) {
      this.#add(span, { type: 'tool_call', tool_call: toolCall(span) })
      return
    }
    for (const text of newPrompts(span.input_messages)) {
      const { content_refs } = span
      if (this.#isNew('user', text))
        this.#add(span, { type: 'user_message', user_message: { text, content_refs } })
    }
    if (span.operation_name === INVOKE_AGENT)
      this.#add(span, { type: 'agent_start', agent_start: agentStart(span) })
  }

  #answer(span: DetailedAgentSpan): void {
    const text = span.output_messages.map(messageText).filter(Boolean).join('\n')
    const isSilent = text === '' && span.reasoning_content === null
    if (isSilent || !this.#isNew('assistant', text || (span.reasoning_content ?? ''))) return
    this.#add(span, { type: 'assistant_message', assistant_message: assistantMessage(span, text) })
  }

  #add(span: DetailedAgentSpan, payload: ChatPayload): void {
    this.messages.push({ ...payload, span })
  }

  #isNew(role: string, text: string): boolean {
    const key = `${role}\n${text}`
    if (this.#said.has(key)) return false
    this.#said.add(key)
    return true
  }
}

/** The user's messages since the model's last one; earlier ones belong to previous turns. */
function newPrompts(messages: readonly AgentMessage[]): string[] {
  const lastAnswer = messages.findLastIndex(({ role }) => role !== 'user' && role !== 'system')
  return messages
    .slice(lastAnswer + 1)
    .filter(({ role }) => role === 'user')
    .map(messageText)
    .filter((text) => text !== '')
}

const isCompaction = (span: DetailedAgentSpan): boolean =>
  span.compaction_summary !== null ||
  span.compaction_items_before !== null ||
  span.compaction_items_after !== null

const compaction = (span: DetailedAgentSpan): ContextCompacted => ({
  compaction_summary: span.compaction_summary,
  compaction_items_before: span.compaction_items_before,
  compaction_items_after: span.compaction_items_after,
})

const modelOf = (span: DetailedAgentSpan): string | null => span.response_model ?? span.request_model

const toolCall = (span: DetailedAgentSpan): ToolCall => ({
  tool_name: span.tool_name,
  tool_arguments: span.tool_call_arguments,
  tool_result: span.tool_call_result,
  content_refs: span.content_refs,
  duration_ms: durationMs(span),
  status: span.status_code,
})

const agentStart = (span: DetailedAgentSpan): AgentStart => ({
  model: modelOf(span),
  status: span.status_code,
  system_instructions: span.system_instructions.join('\n') || null,
  tool_definitions: span.tool_definitions,
})

const assistantMessage = (span: DetailedAgentSpan, text: string): AssistantMessage => ({
  text,
  model: modelOf(span),
  reasoning_content: span.reasoning_content,
  input_tokens: span.input_tokens,
  output_tokens: span.output_tokens,
  reasoning_tokens: span.reasoning_tokens,
  content_refs: span.content_refs,
  duration_ms: durationMs(span),
  status: span.status_code,
})
