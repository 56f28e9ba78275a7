import type { JsonMap, JsonValue } from '../json/tree.ts'
import { itemsOf, textAt } from './json-fields.ts'
import type { Message, Part } from './message.ts'
import { roleOf, separateToolResults } from './normalise.ts'
import { dataPart, textPart } from './part.ts'
import { anthropic } from './providers/anthropic.ts'
import { bedrock } from './providers/bedrock.ts'
import { cohere } from './providers/cohere.ts'
import { gemini } from './providers/gemini.ts'
import { genAiParts } from './providers/gen-ai.ts'
import { genkit } from './providers/genkit.ts'
import { langchain } from './providers/langchain.ts'
import { llamaIndex } from './providers/llama-index.ts'
import { mistral } from './providers/mistral.ts'
import { ollama } from './providers/ollama.ts'
import { chatMessage, openaiChat } from './providers/openai-chat.ts'
import { openaiResponses } from './providers/openai-responses.ts'
import type { Content, Provider, Read } from './providers/provider.ts'
import { vercelAiParts } from './providers/vercel-ai.ts'

/** The first that knows a shape reads it: those with telling keys come before those that copy OpenAI. */
const PROVIDERS: readonly Provider[] = [
  gemini,
  bedrock,
  langchain,
  llamaIndex,
  cohere,
  ollama,
  openaiChat,
  openaiResponses,
  anthropic,
  mistral,
  genAiParts,
  vercelAiParts,
  genkit,
]

/** The messages in a request to a model, some maybe without parts; none where the value is in no known shape. */
export const readRequest = (payload: JsonValue): Message[] => readSide(payload, 'request', 'user')

/** The messages in the response of a model, likewise. */
export const readResponse = (payload: JsonValue): Message[] => readSide(payload, 'response', 'assistant')

/** A message, a text, or a list of either. What is neither becomes a data part. */
export function readMessages(value: Content, roleDefault: string): Message[] {
  return separateToolResults(messagesIn(value, roleDefault, LIST_DEPTH_MAX))
}

/** The parts of a message's content: a text, a block, or a list of either. */
export function readParts(content: Content): Part[] {
  return itemsOf(content).flatMap((block) => {
    if (typeof block === 'string') return block === '' ? [] : [textPart(block)]
    if (block === null) return []
    return block instanceof Map ? blockParts(block) : [dataPart(block)]
  })
}

/** LangChain sends lists of lists; anything deeper is data. */
const LIST_DEPTH_MAX = 2

const read: Read = { parts: readParts, messages: readMessages }

function readSide(payload: JsonValue, side: 'request' | 'response', roleDefault: string): Message[] {
  if (Array.isArray(payload)) return isConversation(payload) ? readMessages(payload, roleDefault) : []
  if (!(payload instanceof Map)) return []
  let empty: readonly Message[] = []
  for (const provider of PROVIDERS) {
    const messages = provider[side]?.(payload, read) ?? []
    if (messages.some(({ parts }) => parts.length > 0)) return separateToolResults(messages)
    if (empty.length === 0) empty = messages
  }
  return isMessage(payload) ? readMessages(payload, roleDefault) : [...empty]
}

function isConversation(list: readonly JsonValue[]): boolean {
  const items = list.length === 1 && Array.isArray(list[0]) ? list[0] : list
  return items.length > 0 && items.every((item) => item instanceof Map && isMessage(item))
}

function isMessage(map: JsonMap): boolean {
  if (textAt(map, 'role')) return CONTENT_KEYS.some((key) => map.has(key))
  return PROVIDERS.some((provider) => provider.message?.(map, read) !== undefined)
}

const CONTENT_KEYS = ['content', 'parts', 'blocks', 'tool_calls', 'function_call']

function messagesIn(value: Content, roleDefault: string, depth: number): readonly Message[] {
  if (value === undefined || value === null || value === '') return []
  if (value instanceof Map) return messageOf(value, roleDefault)
  if (Array.isArray(value) && depth > 0)
    return value.flatMap((item) => messagesIn(pairMessage(item) ?? item, roleDefault, depth - 1))
  return [{ role: roleDefault, parts: readParts(value) }]
}

const PAIR_ROLES: ReadonlySet<JsonValue> = new Set(['system', 'human', 'user', 'ai', 'assistant'])

/** Programs that use LangChain may write messages as pairs: `["human", "Hi"]`. */
function pairMessage(item: JsonValue): JsonMap | undefined {
  if (!Array.isArray(item) || item.length !== 2) return undefined
  const [role, content] = item
  if (typeof content !== 'string' || role === undefined || !PAIR_ROLES.has(role)) return undefined
  return new Map<string, JsonValue>([
    ['role', role],
    ['content', content],
  ])
}

function messageOf(message: JsonMap, roleDefault: string): readonly Message[] {
  for (const provider of PROVIDERS) {
    const messages = provider.message?.(message, read)
    if (messages) return messages
  }
  const messages = chatMessage(message, roleDefault, read)
  const isRead =
    messages.some(({ parts }) => parts.length > 0) || CONTENT_KEYS.some((key) => message.has(key))
  return isRead
    ? messages
    : [{ role: roleOf(textAt(message, 'role'), roleDefault), parts: blockParts(message) }]
}

/** A block that no provider knows is kept as it came. */
function blockParts(block: JsonMap): readonly Part[] {
  for (const provider of PROVIDERS) {
    const parts = provider.part?.(block)
    if (parts) return parts
  }
  return [dataPart(block)]
}
