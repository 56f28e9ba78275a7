import { mapAt, textAt } from '../json-fields.ts'
import { finishReasonOf } from '../normalise.ts'
import { reasoningPart, textPart } from '../part.ts'
import type { Provider } from './provider.ts'

/** Ollama's `/api/chat` and `/api/generate`. Images beside the content and calls with parsed arguments are read as everybody's. */
export const ollama: Provider = {
  response(payload, read) {
    if (!payload.has('done')) return undefined
    const finish = { finish_reason: finishReasonOf(textAt(payload, 'done_reason') ?? 'stop') }
    const message = mapAt(payload, 'message')
    if (message) return read.messages(message, 'assistant').map((each) => ({ ...each, ...finish }))
    if (!['thinking', 'response'].some((key) => typeof payload.get(key) === 'string')) return undefined
    const [thinking, text] = [textAt(payload, 'thinking'), textAt(payload, 'response')]
    const parts = [...(thinking ? [reasoningPart(thinking)] : []), ...(text ? [textPart(text)] : [])]
    return [{ role: 'assistant', parts, ...finish }]
  },
}
