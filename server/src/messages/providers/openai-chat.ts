import type { JsonMap, JsonValue } from '../../json/tree.ts'
import { filledAt, itemsOf, listAt, mapAt, textAt, valueAt } from '../json-fields.ts'
import type { Message, Part } from '../message.ts'
import { finishReasonOf, roleOf, withoutRepeatedCalls, withSystem } from '../normalise.ts'
import {
  blobPart,
  dataOrUrlPart,
  dataPart,
  filePart,
  mediaPart,
  reasoningPart,
  textOrDataParts,
  textPart,
  toolCallPart,
  toolResponsePart,
} from '../part.ts'
import type { Provider, Read } from './provider.ts'

/** Chat completions, and the many APIs that copy them. */
export const openaiChat: Provider = {
  part(block) {
    switch (block.get('type')) {
      case 'text':
        return textOrDataParts(textAt(block, 'text', 'content') ?? valueAt(block, 'text', 'content'))
      case 'refusal':
        return textOf(textAt(block, 'refusal'))
      case 'image_url':
        return imageUrl(block.get('image_url'))
      case 'input_audio':
        return audio(mapAt(block, 'input_audio'))
      case 'file':
        return file(mapAt(block, 'file'))
      default:
        return undefined
    }
  },

  request(payload, read) {
    const prompt = textAt(payload, 'prompt')
    if (prompt && payload.has('model')) return [{ role: 'user', parts: [textPart(prompt)] }]
    const messages = listAt(payload, 'messages')
    if (messages === undefined) return undefined
    const system = read.parts(valueAt(payload, 'system', 'instructions'))
    return withSystem(system, read.messages(messages, 'user'))
  },

  response(payload, read) {
    return listAt(payload, 'choices')?.flatMap((choice) =>
      choice instanceof Map ? choiceMessages(choice, read) : [],
    )
  },
}

/** A message with `role` and `content`, `parts` or `blocks`, and whatever OpenAI and its imitators put beside them. */
export function chatMessage(message: JsonMap, roleDefault: string, read: Read): Message[] {
  const role = roleOf(textAt(message, 'role'), roleDefault)
  const name = textAt(message, 'name')
  const reason = textAt(message, 'finish_reason', 'stop_reason')
  const content = read.parts(contentOf(message))
  // Anthropic's blocks repeat the calls that LangChain and OpenLLMetry list in `tool_calls`.
  const parts =
    role === 'tool'
      ? toolResults(message, content)
      : [...besideContent(message), ...content, ...withoutRepeatedCalls(callsOf(message), content)]
  return [{ role, parts, ...(name && { name }), ...(reason && { finish_reason: finishReasonOf(reason) }) }]
}

/** LiteLLM leaves `parts` empty and fills `content`. */
const contentOf = (message: JsonMap) => filledAt(message, 'parts', 'content', 'blocks', 'message')

/** Calls in the forms of OpenAI, LangChain and Ollama. */
export function toolCallsOf(calls: JsonValue | undefined): Part[] {
  return itemsOf(calls).flatMap((call) => {
    if (!(call instanceof Map)) return []
    const called = mapAt(call, 'function', 'custom') ?? call
    const id = textAt(call, 'id', 'tool_call_id', 'call_id')
    const name = textAt(called, 'name', 'tool_name')
    return [toolCallPart({ id, name }, valueAt(called, 'arguments', 'args', 'input', 'tool_kwargs'))]
  })
}

function callsOf(message: JsonMap): Part[] {
  const legacy = mapAt(message, 'function_call')
  return [...toolCallsOf(valueAt(message, 'tool_calls')), ...toolCallsOf(legacy)]
}

function besideContent(message: JsonMap): Part[] {
  const reasoning = textAt(message, 'reasoning_content', 'reasoning', 'thinking')
  const refusal = textAt(message, 'refusal')
  const spoken = mapAt(message, 'audio')
  const images = listAt(message, 'images') ?? []
  return [
    ...(reasoning ? [reasoningPart(reasoning)] : []),
    ...(refusal ? [textPart(refusal)] : []),
    ...(spoken ? spokenParts(spoken) : []),
    // Ollama takes base64, or a path or address.
    ...images.flatMap((image) =>
      typeof image === 'string' ? [dataOrUrlPart(image, 'image')] : imageUrl(image),
    ),
  ]
}

function toolResults(message: JsonMap, content: readonly Part[]): readonly Part[] {
  if (content.some(({ type }) => type === 'tool_call_response')) return content
  const id = textAt(message, 'tool_call_id', 'id')
  const name = textAt(message, 'name', 'tool_name')
  return [toolResponsePart({ id, name }, contentOf(message))]
}

function choiceMessages(choice: JsonMap, read: Read): Message[] {
  const reason = textAt(choice, 'finish_reason', 'finishReason')
  const finish = reason ? { finish_reason: finishReasonOf(reason) } : {}
  const text = textAt(choice, 'text')
  const message = mapAt(choice, 'message', 'delta')
  if (message === undefined) return text ? [{ role: 'assistant', parts: [textPart(text)], ...finish }] : []
  return read.messages(message, 'assistant').map((each) => ({ ...each, ...finish }))
}

const textOf = (text: string | undefined): Part[] => (text ? [textPart(text)] : [])

function imageUrl(value: JsonValue | undefined): Part[] {
  const url = value instanceof Map ? textAt(value, 'url') : value
  return typeof url === 'string' && url !== '' ? [mediaPart(url, 'image')] : value ? [dataPart(value)] : []
}

function audio(value: JsonMap | undefined): Part[] | undefined {
  const data = value && textAt(value, 'data')
  return data ? [blobPart(data, 'audio', `audio/${textAt(value, 'format') ?? 'wav'}`)] : undefined
}

function spokenParts(value: JsonMap): Part[] {
  const data = textAt(value, 'data')
  return [...textOf(textAt(value, 'transcript')), ...(data ? [blobPart(data, 'audio')] : [])]
}

function file(value: JsonMap | undefined): Part[] | undefined {
  const id = value && textAt(value, 'file_id')
  if (id) return [filePart(id)]
  const data = value && textAt(value, 'file_data')
  return data ? [blobPart(data)] : undefined
}
