import type { JsonMap } from '../../json/tree.ts'
import { listAt, mapAt, textAt, valueAt } from '../json-fields.ts'
import type { Modality, Part } from '../message.ts'
import {
  blobPart,
  filePart,
  mediaPart,
  reasoningPart,
  serverCallPart,
  serverResponsePart,
  textPart,
  toolCallPart,
  toolResponsePart,
} from '../part.ts'
import type { Provider } from './provider.ts'

/** The Messages API. */
export const anthropic: Provider = {
  part(block) {
    const type = textAt(block, 'type') ?? ''
    switch (type) {
      case 'image':
      case 'document':
        return source(block, type)
      case 'tool_use':
        return [
          toolCallPart({ id: textAt(block, 'id'), name: textAt(block, 'name') }, valueAt(block, 'input')),
        ]
      case 'tool_result':
        return [toolResponsePart({ id: textAt(block, 'tool_use_id') }, valueAt(block, 'content'))]
      case 'thinking':
      case 'thinking_delta':
        return thinking(block)
      case 'text_delta':
        return [textPart(textAt(block, 'text') ?? '')]
      case 'server_tool_use':
        return [
          serverCallPart({ id: textAt(block, 'id'), name: textAt(block, 'name') }, valueAt(block, 'input')),
        ]
      default:
        return type.endsWith('_tool_result')
          ? [serverResponsePart(textAt(block, 'tool_use_id'), valueAt(block, 'content'))]
          : undefined
    }
  },

  response(payload, read) {
    const content = listAt(payload, 'content')
    const isMessage = payload.get('type') === 'message' || payload.has('stop_reason')
    return content && isMessage ? read.messages(payload, 'assistant') : undefined
  },
}

/** Pydantic AI calls the text `content`. */
function thinking(block: JsonMap): Part[] | undefined {
  const text = valueAt(block, 'thinking', 'content')
  if (typeof text !== 'string') return undefined
  return text === '' ? [] : [reasoningPart(text)]
}

function source(block: JsonMap, type: Modality): Part[] | undefined {
  const origin = mapAt(block, 'source')
  if (origin === undefined) return undefined
  const mimeType = textAt(origin, 'media_type')
  const data = textAt(origin, 'data')
  if (data) return [origin.get('type') === 'text' ? textPart(data) : blobPart(data, type, mimeType)]
  const url = textAt(origin, 'url')
  if (url) return [mediaPart(url, type, mimeType)]
  const id = textAt(origin, 'file_id')
  return id ? [filePart(id, type)] : undefined
}
