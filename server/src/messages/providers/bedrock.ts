import type { JsonMap } from '../../json/tree.ts'
import { mapAt, textAt, valueAt } from '../json-fields.ts'
import type { Modality, Part } from '../message.ts'
import { finishReasonOf } from '../normalise.ts'
import { blobPart, dataPart, mediaPart, reasoningPart, toolCallPart, toolResponsePart } from '../part.ts'
import type { Provider } from './provider.ts'

/** Bedrock's Converse API, whose blocks Strands uses too. */
export const bedrock: Provider = {
  part(block) {
    if (block.has('type')) return undefined
    const use = mapAt(block, 'toolUse')
    if (use)
      return [
        toolCallPart({ id: textAt(use, 'toolUseId'), name: textAt(use, 'name') }, valueAt(use, 'input')),
      ]
    const result = mapAt(block, 'toolResult')
    if (result) return [toolResponsePart({ id: textAt(result, 'toolUseId') }, resultContent(result))]
    const reasoning = mapAt(block, 'reasoningContent')
    if (reasoning) return reasoningParts(reasoning)
    for (const modality of MODALITIES) {
      const media = mapAt(block, modality)
      if (media) return [mediaOf(media, modality)]
    }
    return undefined
  },

  response(payload, read) {
    const output = mapAt(payload, 'output')
    const message = output && mapAt(output, 'message')
    const reason = textAt(payload, 'stopReason')
    if (!message) return undefined
    const messages = read.messages(message, 'assistant')
    return reason ? messages.map((each) => ({ ...each, finish_reason: finishReasonOf(reason) })) : messages
  },
}

const MODALITIES: readonly Modality[] = ['image', 'document', 'video', 'audio']

function resultContent(result: JsonMap) {
  const content = valueAt(result, 'content')
  const [only, ...more] = Array.isArray(content) ? content : []
  return more.length === 0 && only instanceof Map ? (valueAt(only, 'json') ?? content) : content
}

function reasoningParts(reasoning: JsonMap): Part[] {
  const text = textAt(mapAt(reasoning, 'reasoningText') ?? reasoning, 'text')
  return [text ? reasoningPart(text) : dataPart(reasoning)]
}

function mediaOf(media: JsonMap, modality: Modality): Part {
  const format = textAt(media, 'format')
  const mimeType = format && (modality === 'document' ? `application/${format}` : `${modality}/${format}`)
  const source = mapAt(media, 'source')
  const bytes = source && textAt(source, 'bytes')
  if (bytes) return blobPart(bytes, modality, mimeType)
  const uri = source && textAt(mapAt(source, 's3Location') ?? source, 'uri', 'url')
  return uri ? mediaPart(uri, modality, mimeType) : dataPart(media)
}
