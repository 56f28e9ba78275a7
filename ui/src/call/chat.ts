import { isObject } from './json.ts'

export interface ToolUse {
  readonly name: string
  /** JSON, or malformed text from the model. */
  readonly args: string
}

export interface ChatMessage {
  readonly role: string
  readonly text: string
  readonly toolUses: readonly ToolUse[]
  /** Data URLs and links of images. */
  readonly images: readonly string[]
}

export interface Chat {
  readonly prompt: readonly ChatMessage[]
  readonly response: readonly ChatMessage[]
}

/** Chat messages in a call's inputs and output, in the formats of common model APIs; undefined if there are none. */
export function chatOf(inputs: unknown, output: unknown): Chat | undefined {
  const prompt = promptMessages(record(inputs))
  if (prompt.length === 0) return undefined
  return { prompt, response: responseMessages(output) }
}

/** The response of a model: a choice, a message, a list of parts, or plain text. */
export function responseMessages(output: unknown): ChatMessage[] {
  if (typeof output === 'string') return output === '' ? [] : [textMessage('assistant', output)]
  const { choices, candidates, output: items, content, message } = record(output)
  if (Array.isArray(choices))
    return choices.flatMap((choice) => messageOf(record(choice).message, 'assistant'))
  if (Array.isArray(candidates)) return candidates.flatMap((each) => messageOf(record(each).content, 'model'))
  if (Array.isArray(items)) return items.flatMap((item) => messageOf(item, 'assistant'))
  if (message !== undefined) return messageOf(message, 'assistant')
  return content === undefined ? [] : messageOf(output, 'assistant')
}

function promptMessages(inputs: Fields): ChatMessage[] {
  const { messages, contents, input, system, instructions } = inputs
  const list = [messages, contents, input].find(Array.isArray)
  if (!list) return []
  const preface = [system, instructions].flatMap((text) =>
    text ? messageOf({ role: 'system', content: text }) : [],
  )
  return [...preface, ...list.flatMap((message) => messageOf(message))]
}

/** A message in any supported format; empty if the value has neither text nor tool calls. */
function messageOf(value: unknown, roleDefault = 'user'): ChatMessage[] {
  if (typeof value === 'string') return [textMessage(roleDefault, value)]
  const fields = record(value)
  const { role, content, parts, tool_calls, type } = fields
  const blocks = blocksOf(content ?? parts)
  const own = type === 'function_call' ? [toolUse(fields)] : []
  const message = {
    role: typeof role === 'string' ? role : roleDefault,
    text: blocks.flatMap(blockText).join('\n'),
    toolUses: [...own, ...list(tool_calls).flatMap(toolCall), ...blocks.flatMap(blockToolUse)],
    images: blocks.flatMap(blockImage),
  }
  const isEmpty = message.text === '' && message.toolUses.length === 0 && message.images.length === 0
  return isEmpty && role === undefined ? [] : [message]
}

const blocksOf = (content: unknown): readonly unknown[] =>
  Array.isArray(content) ? content : content === undefined || content === null ? [] : [content]

function blockText(block: unknown): string[] {
  if (typeof block === 'string') return [block]
  const { text, thinking, type, content } = record(block)
  if (typeof text === 'string') return [text]
  if (typeof thinking === 'string') return [thinking]
  if (type === 'tool_result') return blocksOf(content).flatMap(blockText)
  return []
}

function blockToolUse(block: unknown): ToolUse[] {
  const fields = record(block)
  if (fields.type === 'tool_use') return [{ name: String(fields.name), args: argsText(fields.input) }]
  if (fields.functionCall !== undefined) return [toolUse(record(fields.functionCall))]
  return []
}

function toolCall(value: unknown): ToolUse[] {
  const { function: called } = record(value)
  return called === undefined ? [] : [toolUse(record(called))]
}

const toolUse = ({ name, arguments: args, args: named }: Fields): ToolUse => ({
  name: String(name),
  args: argsText(args ?? named),
})

const argsText = (args: unknown): string => (typeof args === 'string' ? args : JSON.stringify(args ?? {}))

function blockImage(block: unknown): string[] {
  const { image_url, source } = record(block)
  const url = typeof image_url === 'string' ? image_url : record(image_url).url
  if (typeof url === 'string') return [url]
  const { media_type, data } = record(source)
  return typeof data === 'string' ? [`data:${String(media_type)};base64,${data}`] : []
}

const textMessage = (role: string, text: string): ChatMessage => ({ role, text, toolUses: [], images: [] })

type Fields = Readonly<Record<string, unknown>>

const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

const record = (value: unknown): Fields => (isObject(value) ? value : {})
