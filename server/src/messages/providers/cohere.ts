import { readDocuments } from '../documents.ts'
import { listAt, mapAt, textAt } from '../json-fields.ts'
import { finishReasonOf } from '../normalise.ts'
import { reasoningPart, textPart } from '../part.ts'
import type { Provider } from './provider.ts'

/** Cohere's chat, in its second version and in the first with `message` and `chat_history`. */
export const cohere: Provider = {
  part(block) {
    const document = block.get('type') === 'document' ? block.get('document') : undefined
    return document === undefined
      ? undefined
      : readDocuments(document).map((each) => ({ type: 'document', ...each }))
  },

  request(payload, read) {
    const message = textAt(payload, 'message')
    const history = listAt(payload, 'chat_history')
    if (message === undefined || history === undefined) return undefined
    const earlier = history.flatMap((turn) => {
      const text = turn instanceof Map && textAt(turn, 'message')
      return text && turn instanceof Map ? read.messages(new Map(turn).set('content', text), 'user') : []
    })
    return [...earlier, { role: 'user', parts: [textPart(message)] }]
  },

  response(payload, read) {
    const message = mapAt(payload, 'message')
    const reason = textAt(payload, 'finish_reason')
    if (!message || !reason) return undefined
    const plan = textAt(message, 'tool_plan')
    const finish_reason = finishReasonOf(reason)
    return read.messages(message, 'assistant').map((each) => ({
      ...each,
      finish_reason,
      parts: plan ? [reasoningPart(plan), ...each.parts] : each.parts,
    }))
  },
}
