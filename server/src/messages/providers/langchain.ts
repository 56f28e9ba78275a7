import type { JsonMap, JsonValue } from '../../json/tree.ts'
import { itemsOf, listAt, mapAt, textAt, valueAt } from '../json-fields.ts'
import type { Message, Part } from '../message.ts'
import { finishReasonOf, roleOf } from '../normalise.ts'
import {
  dataOrUrlPart,
  filePart,
  mediaPart,
  modalityOf,
  reasoningPart,
  serverCallPart,
  serverResponsePart,
  textPart,
  toolCallPart,
} from '../part.ts'
import { chatMessage } from './openai-chat.ts'
import type { Provider, Read } from './provider.ts'

/** LangChain and LangGraph: messages serialised in three ways, and the run objects of its tracers. */
export const langchain: Provider = {
  part(block) {
    switch (block.get('type')) {
      case 'image':
      case 'audio':
      case 'video':
      case 'file':
        return media(block)
      case 'reasoning': {
        const text = textAt(block, 'reasoning', 'text', 'content')
        return text ? [reasoningPart(text)] : undefined
      }
      case 'tool_call': {
        const called = { id: textAt(block, 'id'), name: textAt(block, 'name') }
        return [toolCallPart(called, valueAt(block, 'args', 'arguments'))]
      }
      case 'server_tool_call':
        return block.has('args')
          ? [serverCallPart({ id: textAt(block, 'id'), name: textAt(block, 'name') }, valueAt(block, 'args'))]
          : undefined
      case 'server_tool_result':
        return [serverResponsePart(textAt(block, 'tool_call_id'), valueAt(block, 'output'))]
      default:
        return undefined
    }
  },

  message(message, read) {
    const className = classOf(message)
    if (className === undefined) return undefined
    const fields = mapAt(message, 'kwargs', 'data') ?? message
    return messageOf(fields, roleOf(className, textAt(fields, 'role') ?? 'user'), read)
  },

  request(payload, read) {
    const prompts = listAt(payload, 'prompts')
    if (prompts?.some((prompt) => typeof prompt === 'string')) return read.messages(prompts, 'user')
    const input = valueAt(payload, 'input')
    return input instanceof Map && Array.isArray(input.get('messages'))
      ? read.messages(input.get('messages'), 'user')
      : undefined
  },

  response(payload, read) {
    const outputs = mapAt(payload, 'outputs') ?? payload
    const generations = listAt(outputs, 'generations')
    if (generations) return generationMessages(generations, read)
    const messages = listAt(outputs, 'messages')
    if (messages) return read.messages(messages.slice(lastTurnStart(messages)), 'assistant')
    const output = valueAt(outputs, 'output')
    if (output instanceof Map && classOf(output)) return read.messages(output, 'assistant')
    const updates = itemsOf(output).flatMap(updatedMessages)
    return updates.length > 0 ? read.messages(updates, 'assistant') : undefined
  },
}

/** Nodes of a graph return commands that add messages to its state. */
function updatedMessages(command: JsonValue): readonly JsonValue[] {
  const update = command instanceof Map ? mapAt(command, 'update') : undefined
  return (update && listAt(update, 'messages')) ?? []
}

/** `HumanMessage` of `{lc, id: [..., 'HumanMessage'], kwargs}`, `human` of `{type, data}` and of `{type, content}`. */
function classOf(message: JsonMap): string | undefined {
  if (message.has('role') && message.get('role') !== 'human' && message.get('role') !== 'ai') return undefined
  const id = listAt(message, 'id')?.at(-1)
  const isConstructor = message.has('kwargs') && typeof id === 'string'
  const isMessage = message.has('data') || message.has('content')
  const name = isConstructor ? id : isMessage ? textAt(message, 'type', '_type', '_class_name') : undefined
  const role = name?.toLowerCase().replace(/message(?:chunk)?$/, '')
  return role !== undefined && CLASSES.has(role) ? role : undefined
}

const CLASSES: ReadonlySet<string> = new Set([
  'human',
  'ai',
  'system',
  'tool',
  'function',
  'chat',
  'developer',
  'user',
  'assistant',
])

function messageOf(fields: JsonMap, role: string, read: Read): Message[] {
  const bare = new Map(fields)
  bare.delete('id')
  bare.delete('type')
  const [message] = chatMessage(bare.set('role', role === 'chat' ? 'user' : role), 'user', read)
  const reason = textAt(mapAt(fields, 'response_metadata') ?? new Map(), 'finish_reason', 'stop_reason')
  return message ? [{ ...message, ...(reason && { finish_reason: finishReasonOf(reason) }) }] : []
}

function generationMessages(generations: readonly JsonValue[], read: Read): Message[] {
  const [first] = generations
  const choices = Array.isArray(first) ? first : generations
  return choices.flatMap((generation) => {
    if (!(generation instanceof Map)) return []
    const message = mapAt(generation, 'message')
    if (message) return read.messages(message, 'assistant')
    const text = textAt(generation, 'text')
    return text ? [{ role: 'assistant', parts: [textPart(text)] }] : []
  })
}

/** Graphs return their whole state: what follows the last message of the user's is the answer. */
function lastTurnStart(messages: readonly JsonValue[]): number {
  const last = messages.findLastIndex(
    (message) => message instanceof Map && roleOf(classOf(message) ?? textAt(message, 'role'), '') === 'user',
  )
  return last === messages.length - 1 ? 0 : last + 1
}

function media(block: JsonMap): Part[] | undefined {
  const mimeType = textAt(block, 'mime_type', 'mimeType', 'media_type', 'mediaType')
  const type = textAt(block, 'type')
  const modality = type === 'image' || type === 'audio' || type === 'video' ? type : modalityOf(mimeType)
  const data = textAt(block, 'data', 'base64')
  if (data) return [dataOrUrlPart(data, modality, mimeType)]
  const url = textAt(block, 'url')
  if (url) return [mediaPart(url, modality, mimeType)]
  // Only the file parts of the GenAI conventions have a modality, and these are not read here.
  const fileId = block.has('modality') ? undefined : textAt(block, 'file_id')
  return fileId ? [filePart(fileId, modality, mimeType)] : undefined
}
