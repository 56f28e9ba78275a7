import type { JsonMap } from '../../json/tree.ts'
import { listAt, mapAt, textAt, valueAt } from '../json-fields.ts'
import type { Message, Part } from '../message.ts'
import { finishReasonOf } from '../normalise.ts'
import { mediaPart, reasoningPart, textPart, toolCallPart, toolResponsePart } from '../part.ts'
import type { Provider, Read } from './provider.ts'

/** Genkit, by Google: each part is named by the only member it has, beside its metadata. */
export const genkit: Provider = {
  part(block) {
    if (block.size !== (block.has('metadata') ? 2 : 1)) return undefined
    const call = mapAt(block, 'toolRequest')
    if (call) return [toolCallPart(called(call), valueAt(call, 'input'))]
    const result = mapAt(block, 'toolResponse')
    if (result) return [toolResponsePart(called(result), valueAt(result, 'output'))]
    const media = mapAt(block, 'media')
    const url = media && textAt(media, 'url')
    if (media && url) return [mediaPart(url, undefined, textAt(media, 'contentType'))]
    return textParts(block)
  },

  response(payload, read) {
    // Early versions had candidates.
    const choices = listAt(payload, 'candidates') ?? [payload]
    const messages = choices.flatMap((choice) => (choice instanceof Map ? choiceMessages(choice, read) : []))
    return messages.length > 0 ? messages : undefined
  },
}

const called = (map: JsonMap) => ({ id: textAt(map, 'ref'), name: textAt(map, 'name') })

function textParts(block: JsonMap): Part[] | undefined {
  const [text, reasoning] = [textAt(block, 'text'), textAt(block, 'reasoning')]
  if (reasoning) return [reasoningPart(reasoning)]
  if (text) return [textPart(text)]
  return block.get('text') === '' ? [] : undefined
}

function choiceMessages(choice: JsonMap, read: Read): Message[] {
  const message = mapAt(choice, 'message')
  const reason = textAt(choice, 'finishReason')
  if (!message || !reason) return []
  return read
    .messages(message, 'assistant')
    .map((each) => ({ ...each, finish_reason: finishReasonOf(reason) }))
}
