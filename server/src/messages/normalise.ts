import type { Message, Part } from './message.ts'

/** One spelling for each role; unknown ones are kept as sent. */
export function roleOf(role: string | undefined, roleDefault: string): string {
  if (role === undefined) return roleDefault
  const name = role.toLowerCase()
  return ROLES.get(name) ?? (name === '' ? roleDefault : name)
}

const ROLES: ReadonlyMap<string, string> = new Map([
  ['developer', 'system'],
  ['human', 'user'],
  ['ai', 'assistant'],
  ['model', 'assistant'],
  ['chatbot', 'assistant'],
  ['bot', 'assistant'],
  ['function', 'tool'],
  ['ipython', 'tool'],
])

/** One spelling for each reason a model stops; unknown ones are kept as sent. */
export function finishReasonOf(reason: string): string {
  const word = reason.toLowerCase()
  return FINISH_REASONS.get(word.startsWith(ENUM) ? word.slice(ENUM.length) : word) ?? reason
}

/** How Python writes the members of an enum. */
const ENUM = 'finishreason.'

const FINISH_REASONS: ReadonlyMap<string, string> = new Map([
  ['stop', 'stop'],
  ['end_turn', 'stop'],
  ['stop_sequence', 'stop'],
  ['complete', 'stop'],
  ['completed', 'stop'],
  ['length', 'length'],
  ['max_tokens', 'length'],
  ['max_output_tokens', 'length'],
  ['model_context_window_exceeded', 'length'],
  ['content_filter', 'content_filter'],
  ['content-filter', 'content_filter'],
  ['content_filtered', 'content_filter'],
  ['contentfilter', 'content_filter'],
  ['guardrail_intervened', 'content_filter'],
  ['safety', 'content_filter'],
  ['refusal', 'content_filter'],
  ['tool_call', 'tool_call'],
  ['tool_calls', 'tool_call'],
  ['tool-calls', 'tool_call'],
  ['toolcalls', 'tool_call'],
  ['tool_use', 'tool_call'],
  ['function_call', 'tool_call'],
  ['error', 'error'],
  ['failed', 'error'],
])

/**
 * Gives tool results a message of their own with the role `tool`: several providers send them as the user's.
 */
export function separateToolResults(messages: readonly Message[]): Message[] {
  return messages.flatMap((message) => {
    const results = message.parts.filter(isToolResult)
    if (results.length === 0) return [message]
    const tool: Message = { role: 'tool', parts: results, ...(message.name && { name: message.name }) }
    if (results.length === message.parts.length) return [tool]
    const rest: Message = { ...message, parts: message.parts.filter((part) => !isToolResult(part)) }
    // An assistant calls before it gets results; a user sends results and then speaks.
    return message.role === 'assistant' ? [rest, tool] : [tool, rest]
  })
}

const isToolResult = ({ type }: Part): boolean => type === 'tool_call_response'

/** Joins neighbouring assistant messages: the reasoning, text and calls of one answer that were sent as items. */
export function joinAssistant(messages: readonly Message[]): Message[] {
  const joined: { message: Message; parts: Part[] }[] = []
  for (const message of messages) {
    const last = joined.at(-1)
    if (last && last.message.role === 'assistant' && message.role === 'assistant') {
      for (const part of message.parts) last.parts.push(part)
      last.message = { ...last.message, ...message }
    } else {
      joined.push({ message, parts: [...message.parts] })
    }
  }
  return joined.map(({ message, parts }) => ({ ...message, parts }))
}

/** These parts without the tool calls that are, by their ids, also among the known ones. */
export function withoutRepeatedCalls(parts: readonly Part[], known: readonly Part[]): Part[] {
  const ids = new Set(known.map(callId))
  return parts.filter((part) => {
    const id = callId(part)
    return id === undefined || !ids.has(id)
  })
}

const callId = (part: Part): string | undefined => (part.type === 'tool_call' ? part.id : undefined)

/** Puts the system instructions first, unless the messages already begin with them. */
export function withSystem(system: readonly Part[], messages: readonly Message[]): readonly Message[] {
  if (system.length === 0) return messages
  const [first] = messages
  const isRepeated = first?.role === 'system' && textsOf(first.parts) === textsOf(system)
  return isRepeated ? messages : [{ role: 'system', parts: system }, ...messages]
}

const textsOf = (parts: readonly Part[]): string =>
  parts.map((part) => (part.type === 'text' ? part.content : '')).join('\n')

/** Where the answer begins in all messages of a run, which ends with it or with the tool call that carried a structured result. */
export const answerStart = (messages: readonly Message[]): number =>
  messages.findLastIndex(({ role }) => role !== 'assistant') + 1
