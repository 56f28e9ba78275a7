import type { JsonMap, JsonValue } from '../../json/tree.ts'
import { listAt, mapAt, textAt, valueAt } from '../json-fields.ts'
import type { Message, Part } from '../message.ts'
import { finishReasonOf, joinAssistant, withSystem } from '../normalise.ts'
import {
  blobPart,
  filePart,
  mediaPart,
  reasoningPart,
  serverCallPart,
  textPart,
  toolCallPart,
  toolResponsePart,
} from '../part.ts'
import type { Provider } from './provider.ts'

/** The Responses API: conversations are lists of items, of which messages are one type. */
export const openaiResponses: Provider = {
  part(block) {
    const text = textAt(block, 'text', 'refusal')
    switch (block.get('type')) {
      case 'input_text':
      case 'output_text':
      case 'summary_text':
        return text ? [textPart(text)] : []
      case 'reasoning_text':
        return text ? [reasoningPart(text)] : []
      case 'input_image':
        return media(block, 'image', textAt(block, 'image_url'))
      case 'input_file':
        return media(block, 'document', textAt(block, 'file_url', 'file_data'))
      default:
        return undefined
    }
  },

  message(item) {
    const message = itemMessage(item)
    return message && [message]
  },

  request(payload, read) {
    const input = valueAt(payload, 'input')
    const isItems = Array.isArray(input) && input.some(isItem)
    if (typeof input !== 'string' && !isItems) return undefined
    if (typeof input === 'string' && !payload.has('instructions') && !payload.has('model')) return undefined
    const system = read.parts(valueAt(payload, 'instructions'))
    return withSystem(system, joinAssistant(read.messages(input, 'user')))
  },

  response(payload, read) {
    // The Node SDK of Weave keeps every state that a stream went through.
    const streamed = listAt(payload, 'responses')?.at(-1)
    if (streamed instanceof Map) return openaiResponses.response?.(streamed, read)
    const items = listAt(payload, 'output')
    if (!items?.some(isItem)) return undefined
    const details = mapAt(payload, 'incomplete_details')
    const reason = (details && textAt(details, 'reason')) ?? textAt(payload, 'status')
    const messages = joinAssistant(read.messages(items, 'assistant'))
    return reason ? messages.map((message) => withReason(message, reason)) : messages
  },
}

/** A completed response does not say that it ended to call a tool. */
function withReason(message: Message, reason: string): Message {
  const finish_reason = finishReasonOf(reason)
  const called = message.parts.some(({ type }) => type === 'tool_call')
  return { ...message, finish_reason: called && finish_reason === 'stop' ? 'tool_call' : finish_reason }
}

const isItem = (item: JsonValue): boolean =>
  item instanceof Map && (typeof item.get('type') === 'string' || typeof item.get('role') === 'string')

function itemMessage(item: JsonMap): Message | undefined {
  const type = textAt(item, 'type') ?? ''
  const id = textAt(item, 'call_id', 'id')
  switch (type) {
    case 'function_call':
    case 'custom_tool_call':
    case 'tool_call':
      return assistant(
        toolCallPart({ id, name: textAt(item, 'name') }, valueAt(item, 'arguments', 'input', 'args')),
      )
    case 'function_call_output':
    case 'custom_tool_call_output':
      return { role: 'tool', parts: [toolResponsePart({ id }, valueAt(item, 'output'))] }
    case 'reasoning':
      return item.has('summary') ? assistant(...reasoningOf(item)) : undefined
    case 'image_generation_call':
      return assistant(...drawn(item, id))
    default:
      return type.endsWith('_call') && !item.has('role') ? assistant(serverCall(item, type, id)) : undefined
  }
}

const assistant = (...parts: readonly Part[]): Message => ({ role: 'assistant', parts })

function reasoningOf(item: JsonMap): Part[] {
  const blocks = [...(listAt(item, 'summary') ?? []), ...(listAt(item, 'content') ?? [])]
  const texts = blocks.flatMap((block) => (block instanceof Map ? (textAt(block, 'text') ?? []) : []))
  return texts.length > 0 ? [reasoningPart(texts.join('\n'))] : []
}

/** `web_search_call` and the like: tools that run on the provider's side. */
const serverCall = (item: JsonMap, type: string, id: string | undefined): Part =>
  serverCallPart({ id, name: type.slice(0, -'_call'.length) }, item)

/** The image is shown as one, apart from the call. */
function drawn(item: JsonMap, id: string | undefined): Part[] {
  const image = textAt(item, 'result')
  const call = new Map(item)
  call.delete('result')
  return [
    serverCall(call, 'image_generation_call', id),
    ...(image ? [blobPart(image, 'image', `image/${textAt(item, 'output_format') ?? 'png'}`)] : []),
  ]
}

function media(
  block: JsonMap,
  modality: 'image' | 'document',
  address: string | undefined,
): Part[] | undefined {
  const id = textAt(block, 'file_id')
  if (id) return [filePart(id, modality)]
  if (address === undefined) return undefined
  return [block.has('file_data') ? blobPart(address) : mediaPart(address, modality)]
}
