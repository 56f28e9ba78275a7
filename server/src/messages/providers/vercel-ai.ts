import { JsonNumber } from '../../json/number.ts'
import type { JsonMap, JsonValue } from '../../json/tree.ts'
import { mapAt, textAt, valueAt } from '../json-fields.ts'
import type { Part } from '../message.ts'
import {
  blobPart,
  dataOrUrlPart,
  modalityOf,
  reasoningPart,
  toolCallPart,
  toolResponsePart,
} from '../part.ts'
import type { Provider } from './provider.ts'

/** The content blocks of the AI SDK: version 4 has `args` and `result`, later ones `input` and `output`. */
export const vercelAiParts: Provider = {
  part(block) {
    switch (block.get('type')) {
      case 'tool-call':
        return [toolCallPart(called(block), valueAt(block, 'input', 'args'))]
      case 'tool-result':
        return [toolResponsePart(called(block), outputOf(block))]
      case 'reasoning': {
        const text = textAt(block, 'text')
        return text ? [reasoningPart(text)] : undefined
      }
      case 'image':
      case 'file':
        return media(block)
      default:
        return undefined
    }
  },
}

const called = (block: JsonMap) => ({ id: textAt(block, 'toolCallId'), name: textAt(block, 'toolName') })

/** `{type: 'json' | 'text' | 'error-text', value}` since version 5. */
function outputOf(block: JsonMap): JsonValue | undefined {
  const output = mapAt(block, 'output')
  return output?.has('type') && output.has('value') ? output.get('value') : valueAt(block, 'output', 'result')
}

function media(block: JsonMap): Part[] | undefined {
  const mimeType = textAt(block, 'mediaType', 'mimeType')
  const modality = block.get('type') === 'image' ? 'image' : modalityOf(mimeType)
  const data = valueAt(block, 'image', 'data')
  const bytes = bytesOf(data)
  if (bytes) return [blobPart(bytes.toString('base64'), modality, mimeType)]
  return typeof data === 'string' ? [dataOrUrlPart(data, modality, mimeType)] : undefined
}

/** Outer spans write a Buffer as `{type: 'Buffer', data: [...]}`, and a Uint8Array as an object with numbered keys. */
function bytesOf(data: JsonValue | undefined): Buffer | undefined {
  const list = data instanceof Map ? (valueAt(data, 'data') ?? [...data.values()]) : data
  if (!Array.isArray(list) || !list.every((byte) => byte instanceof JsonNumber)) return undefined
  return Buffer.from(list.map((byte) => byte.toNumber()))
}
