import type { JsonMap } from '../../json/tree.ts'
import { textAt, valueAt } from '../json-fields.ts'
import type { Modality, Part } from '../message.ts'
import {
  blobPart,
  filePart,
  mediaPart,
  modalityOf,
  serverCallPart,
  serverResponsePart,
  toolResponsePart,
} from '../part.ts'
import type { Provider } from './provider.ts'

/** Parts of OpenTelemetry's own message schema that no provider spells the same, and media as Pydantic AI 1 spells them. */
export const genAiParts: Provider = {
  part(block) {
    const id = textAt(block, 'id')
    const type = textAt(block, 'type') ?? mediaKind(block)
    switch (type) {
      case 'tool_call_response':
        // The schema says `response`; its examples and Pydantic AI say `result`.
        return [toolResponsePart({ id, name: textAt(block, 'name') }, valueAt(block, 'response', 'result'))]
      case 'server_tool_call':
        return [serverCallPart({ id, name: textAt(block, 'name') }, valueAt(block, type))]
      case 'server_tool_call_response':
        return [serverResponsePart(id, valueAt(block, type))]
      case 'blob':
      case 'uri':
      case 'file':
      case 'binary':
        return media(block)
      case 'image-url':
      case 'audio-url':
      case 'video-url':
      case 'document-url': {
        const modality = MODALITIES.find((each) => type === `${each}-url`)
        const url = textAt(block, 'url')
        return url ? [mediaPart(url, modality)] : undefined
      }
      default:
        return undefined
    }
  },
}

/** Version 1 of Pydantic AI's instrumentation has kinds. Those of other parts are not its own: any program's data may have them. */
function mediaKind(block: JsonMap): string | undefined {
  const kind = textAt(block, 'kind')
  return kind === 'binary' || kind?.endsWith('-url') ? kind : undefined
}

function media(block: JsonMap): Part[] | undefined {
  const mimeType = textAt(block, 'mime_type', 'media_type')
  const modality = MODALITIES.find((each) => each === block.get('modality')) ?? modalityOf(mimeType)
  const content = textAt(block, 'content', 'binary_content')
  if (content) return [blobPart(content, modality, mimeType)]
  const uri = textAt(block, 'uri')
  if (uri) return [mediaPart(uri, modality, mimeType)]
  const id = textAt(block, 'file_id')
  return id ? [filePart(id, modality, mimeType)] : undefined
}

const MODALITIES: readonly Modality[] = ['image', 'audio', 'video', 'document']
