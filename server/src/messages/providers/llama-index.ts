import { mapAt, textAt, valueAt } from '../json-fields.ts'
import { blobPart, mediaPart, reasoningPart, textPart, toolCallPart } from '../part.ts'
import type { Provider } from './provider.ts'

/** LlamaIndex: messages are made of blocks that are tagged by `block_type`. */
export const llamaIndex: Provider = {
  part(block) {
    const type = textAt(block, 'block_type')
    switch (type) {
      case 'text':
        return [textPart(textAt(block, 'text') ?? '')]
      case 'thinking':
        return [reasoningPart(textAt(block, 'content') ?? '')]
      case 'tool_call': {
        const called = { id: textAt(block, 'tool_call_id'), name: textAt(block, 'tool_name') }
        return [toolCallPart(called, valueAt(block, 'tool_kwargs'))]
      }
      case 'image':
      case 'audio':
      case 'video':
      case 'document': {
        const mimeType = textAt(block, `${type}_mimetype`, 'mimetype')
        const data = textAt(block, type, 'data')
        if (data) return [blobPart(data, type, mimeType)]
        const url = textAt(block, 'url', 'path')
        return url ? [mediaPart(url, type, mimeType)] : undefined
      }
      default:
        return undefined
    }
  },

  response(payload, read) {
    const message = mapAt(payload, 'message')
    if (message?.has('blocks')) return read.messages(message, 'assistant')
    const text = textAt(payload, 'response')
    return text && payload.has('source_nodes') ? [{ role: 'assistant', parts: [textPart(text)] }] : undefined
  },
}
