import type { JsonMap, JsonValue } from '../../json/tree.ts'
import { itemsOf, listAt, mapAt, textAt, valueAt } from '../json-fields.ts'
import type { Message, Part } from '../message.ts'
import { finishReasonOf, withSystem } from '../normalise.ts'
import {
  blobPart,
  mediaPart,
  modalityOf,
  reasoningPart,
  textPart,
  toolCallPart,
  toolResponsePart,
} from '../part.ts'
import type { Provider, Read } from './provider.ts'

/** Gemini spells fields in snake_case or camelCase, and Python's SDK writes every unset one as null. */
export const gemini: Provider = {
  part(block) {
    if (block.has('type')) return undefined
    const call = mapAt(block, 'function_call', 'functionCall')
    if (call) return [toolCallPart(idAndName(call), valueAt(call, 'args'))]
    const response = mapAt(block, 'function_response', 'functionResponse')
    if (response) return [toolResponsePart(idAndName(response), valueAt(response, 'response'))]
    const inline = mapAt(block, 'inline_data', 'inlineData')
    const data = inline && textAt(inline, 'data')
    if (inline && data) return [blobPart(data, undefined, textAt(inline, 'mime_type', 'mimeType'))]
    const file = mapAt(block, 'file_data', 'fileData')
    const uri = file && textAt(file, 'file_uri', 'fileUri')
    if (file && uri) return [fileParts(uri, textAt(file, 'mime_type', 'mimeType'))]
    const code = mapAt(block, 'executable_code', 'executableCode')
    if (code) return [{ type: 'server_tool_call', name: 'code_execution', server_tool_call: code }]
    const result = mapAt(block, 'code_execution_result', 'codeExecutionResult')
    if (result) return [{ type: 'server_tool_call_response', server_tool_call_response: result }]
    return isTextOnly(block) ? textParts(block) : undefined
  },

  request(payload, read) {
    const contents = valueAt(payload, 'contents', 'content')
    const config = mapAt(payload, 'config', 'generation_config', 'generationConfig')
    if (contents === undefined || !(config || isRequest(payload))) return undefined
    const instruction =
      (config && valueAt(config, 'system_instruction', 'systemInstruction')) ??
      valueAt(payload, 'system_instruction', 'systemInstruction')
    return withSystem(systemParts(instruction, read), contentsMessages(contents, read))
  },

  response(payload, read) {
    const candidates = listAt(payload, 'candidates')
    if (candidates)
      return candidates.flatMap((each) => (each instanceof Map ? candidateMessages(each, read) : []))
    // Google ADK stores the content of the one candidate.
    const content = mapAt(payload, 'content')
    return content?.has('parts') ? read.messages(content, 'assistant') : undefined
  },
}

/** Any function may have an argument that is called `contents`. */
const isRequest = (payload: JsonMap): boolean =>
  payload.has('contents') &&
  (payload.has('model') ||
    itemsOf(payload.get('contents')).some(hasParts) ||
    [...payload.keys()].every((key) => REQUEST_KEYS.has(key)))

const REQUEST_KEYS: ReadonlySet<string> = new Set([
  'contents',
  'safety_settings',
  'safetySettings',
  'stream',
  'system_instruction',
  'systemInstruction',
  'tool_config',
  'toolConfig',
  'tools',
])

const hasParts = (item: JsonValue): boolean => item instanceof Map && item.has('parts')

const idAndName = (map: JsonMap) => ({ id: textAt(map, 'id'), name: textAt(map, 'name') })

const fileParts = (uri: string, mimeType: string | undefined): Part =>
  mediaPart(uri, modalityOf(mimeType), mimeType)

/** A list mixes messages with texts and parts that belong to one message of the user's. */
function contentsMessages(contents: JsonValue, read: Read): Message[] {
  const items = itemsOf(contents)
  if (items.some(hasParts)) return read.messages(items, 'user')
  return [{ role: 'user', parts: read.parts(items) }]
}

function candidateMessages(candidate: JsonMap, read: Read): Message[] {
  const reason = textAt(candidate, 'finish_reason', 'finishReason')
  const messages = read.messages(mapAt(candidate, 'content'), 'assistant')
  return reason
    ? messages.map((message) => ({ ...message, finish_reason: finishReasonOf(reason) }))
    : messages
}

function systemParts(instruction: JsonValue | undefined, read: Read): Part[] {
  return read.parts(instruction instanceof Map ? valueAt(instruction, 'parts', 'text') : instruction)
}

/** Nothing but a text and the marks of a thought has a value. */
function isTextOnly(block: JsonMap): boolean {
  if (typeof block.get('text') !== 'string') return false
  for (const [key, value] of block) if (value !== null && !TEXT_KEYS.has(key)) return false
  return true
}

const TEXT_KEYS: ReadonlySet<string> = new Set([
  'text',
  'thought',
  'thought_signature',
  'thoughtSignature',
  '_type',
  '_class_name',
  '_bases',
])

function textParts(block: JsonMap): Part[] {
  const text = textAt(block, 'text')
  if (text === undefined) return []
  return [block.get('thought') === true ? reasoningPart(text) : textPart(text)]
}
