import type { CallMessages, Message, MessagePart } from '@heddle/contract/messages'

/** A tool call and, once it is known, its result. */
export interface ToolUse {
  readonly type: 'tool'
  readonly id: string | undefined
  readonly name: string
  readonly arguments: unknown
  /** Undefined while there is no result. */
  readonly result: { readonly value: unknown } | undefined
}

type ToolPart = Extract<
  MessagePart,
  {
    readonly type: 'tool_call' | 'tool_call_response' | 'server_tool_call' | 'server_tool_call_response'
  }
>

export type ChatPart = Exclude<MessagePart, ToolPart> | ToolUse

/** A message as it is shown. */
export interface ChatMessage {
  readonly role: string
  readonly name: string | undefined
  readonly finishReason: string | undefined
  readonly parts: readonly ChatPart[]
}

export interface Chat {
  readonly input: readonly ChatMessage[]
  readonly output: readonly ChatMessage[]
}

/** Messages with each tool result next to its call. A call that got its result from the output is part of the output. */
export function chatOf({ input, output }: Pick<CallMessages, 'input' | 'output'>): Chat {
  const pairing = new Pairing()
  const asked = input.map((message) => pairing.read(message))
  const answeredBefore = pairing.resultCount
  const answered = output.map((message) => pairing.read(message))
  const isAnsweredByOutput = (message: DraftMessage) =>
    message.parts.some((part) => part.type === 'tool' && part.answeredAs > answeredBefore)
  return {
    input: asked.filter((message) => !isAnsweredByOutput(message)).flatMap(finished),
    output: [...asked.filter(isAnsweredByOutput), ...answered].flatMap(finished),
  }
}

/** Whether there is anything to read in a call besides values without a known shape. */
export const hasMessages = ({ input, output, documents }: CallMessages): boolean =>
  documents.length > 0 || [...input, ...output].some(({ parts }) => parts.some(({ type }) => type !== 'data'))

/** The last question and what followed it. Everything before is history. */
export const lastTurn = (input: readonly ChatMessage[]): readonly ChatMessage[] =>
  input.slice(
    Math.max(
      0,
      input.findLastIndex(({ role }) => role === 'user'),
    ),
  )

/** Text that is equal for messages that say the same, whatever the ids of their tool calls. */
export const comparable = (messages: readonly Pick<ChatMessage, 'parts'>[]): string =>
  JSON.stringify(
    messages.map(({ parts }) =>
      parts.map((part) => (part.type === 'tool' ? { ...part, id: undefined } : part)),
    ),
  )

interface DraftTool {
  readonly type: 'tool'
  readonly id: string | undefined
  readonly name: string
  readonly arguments: unknown
  result: { readonly value: unknown } | undefined
  /** Which result of the call this was, counted from 1; 0 for none. */
  answeredAs: number
}

interface DraftMessage {
  readonly message: Message
  readonly parts: readonly (Exclude<MessagePart, ToolPart> | DraftTool)[]
}

/** Pairs results with calls in the order in which they happened: by id, or else the oldest unanswered call of the name. */
class Pairing {
  /** Calls by each description that a result may give of them. */
  readonly #queues = new Map<string, CallQueue>()
  resultCount = 0

  read(message: Message): DraftMessage {
    return { message, parts: message.parts.flatMap((part) => this.#part(part, message.name)) }
  }

  #part(part: MessagePart, author: string | undefined): DraftMessage['parts'] {
    switch (part.type) {
      case 'tool_call':
        return [this.#call(part.id, part.name, part.arguments)]
      case 'server_tool_call':
        return [this.#call(part.id, part.name, part.server_tool_call)]
      case 'tool_call_response':
        return this.#result(part.id, part.name ?? author, part.response)
      case 'server_tool_call_response':
        return this.#result(part.id, undefined, part.server_tool_call_response)
      default:
        return [part]
    }
  }

  #call(id: string | undefined, name: string, args: unknown): DraftTool {
    const call: DraftTool = { type: 'tool', id, name, arguments: args, result: undefined, answeredAs: 0 }
    const byId = id === undefined ? ['without id', `without id, name ${name}`] : [`id ${id}`]
    for (const key of ['any', `name ${name}`, ...byId]) {
      const queue = this.#queues.get(key) ?? new CallQueue()
      this.#queues.set(key, queue)
      queue.push(call)
    }
    return call
  }

  /** Empty if the result was put next to its call. */
  #result(id: string | undefined, name: string | undefined, value: unknown): DraftTool[] {
    const call = this.#openCall(id, name)
    const answered = { result: { value }, answeredAs: ++this.resultCount }
    if (call) {
      Object.assign(call, answered)
      return []
    }
    return [{ type: 'tool', id, name: name ?? 'Tool', arguments: undefined, ...answered }]
  }

  #openCall(id: string | undefined, name: string | undefined): DraftTool | undefined {
    if (id === undefined) return this.#first(name === undefined ? 'any' : `name ${name}`)
    // A result with an id answers no call with another one.
    return (
      this.#first(`id ${id}`) ?? this.#first(name === undefined ? 'without id' : `without id, name ${name}`)
    )
  }

  #first(key: string): DraftTool | undefined {
    return this.#queues.get(key)?.first()
  }
}

/** Calls in the order in which they were made. Each is in several queues, so answered ones are skipped when they come up. */
class CallQueue {
  readonly #calls: DraftTool[] = []
  #start = 0

  push(call: DraftTool): void {
    this.#calls.push(call)
  }

  /** The oldest call without a result. */
  first(): DraftTool | undefined {
    while (this.#calls[this.#start]?.answeredAs) this.#start++
    return this.#calls[this.#start]
  }
}

/** Empty if the message had nothing but results that are shown elsewhere. */
function finished({ message, parts }: DraftMessage): ChatMessage[] {
  if (parts.length === 0 && message.parts.length > 0) return []
  const { role, name, finish_reason } = message
  return [{ role, name, finishReason: finish_reason, parts: parts.map(shownPart) }]
}

function shownPart(part: DraftMessage['parts'][number]): ChatPart {
  if (part.type !== 'tool') return part
  const { type, id, name, result } = part
  return { type, id, name, arguments: part.arguments, result }
}

/** Messages in a row: shown, or behind a button. */
export interface Stretch {
  readonly isFolded: boolean
  readonly messages: readonly ChatMessage[]
}

/** Fewer messages are not worth a button. */
const FOLDED_MIN = 3
/** Steps of a long agent run that are shown. */
const LAST_STEPS = 2

/** Folds what the reader has seen in earlier turns: everything before the last question, and a long run of steps after it. */
export function stretchesOf(messages: readonly ChatMessage[]): readonly Stretch[] {
  const question = messages.findLastIndex(({ role }) => role === 'user')
  const systemCount = messages.findIndex(({ role }) => role !== 'system')
  const start = Math.max(0, systemCount)
  const asked = Math.max(start, question)
  const steps = Math.max(asked + 1, messages.length - LAST_STEPS)
  return [
    { isFolded: false, messages: messages.slice(0, start) },
    foldedIfMany(messages.slice(start, asked)),
    { isFolded: false, messages: messages.slice(asked, asked + 1) },
    foldedIfMany(messages.slice(asked + 1, steps)),
    { isFolded: false, messages: messages.slice(steps) },
  ].filter((stretch) => stretch.messages.length > 0)
}

const foldedIfMany = (messages: readonly ChatMessage[]): Stretch => ({
  isFolded: messages.length >= FOLDED_MIN,
  messages,
})

/** Text for the clipboard: Markdown as it was written, and JSON for anything else. */
export function messageText({ parts }: ChatMessage): string {
  return parts.map(partText).join('\n\n')
}

/** Messages as text, each below the name of its author. */
export const conversationText = (messages: readonly ChatMessage[]): string =>
  messages
    .map((message) => `${[message.role, message.name].filter(Boolean).join(' ')}:\n${messageText(message)}`)
    .join('\n\n')

/** What was said in words, without thoughts and tool calls; undefined if nothing was. */
export function spokenText(messages: readonly ChatMessage[]): string | undefined {
  const texts = messages.flatMap(({ parts }) =>
    parts.flatMap((part) => (part.type === 'text' && part.content !== '' ? [part.content] : [])),
  )
  return texts.length === 0 ? undefined : texts.join('\n\n')
}

function partText(part: ChatPart): string {
  switch (part.type) {
    case 'text':
    case 'reasoning':
      return part.content
    case 'document':
      return [part.title, part.content].filter(Boolean).join('\n')
    case 'tool':
      return [
        `${part.name}(${part.arguments === undefined ? '' : JSON.stringify(part.arguments)})`,
        ...(part.result ? [valueText(part.result.value)] : []),
      ].join('\n→ ')
    case 'data':
      return valueText(part.value)
    case 'uri':
      return part.uri
    case 'file':
      return part.file_id
    case 'blob':
      return `[${part.modality}]`
  }
}

const valueText = (value: unknown): string =>
  typeof value === 'string' ? value : (JSON.stringify(value, null, 2) ?? '')
