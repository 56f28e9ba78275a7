import { listAt, textAt } from '../json-fields.ts'
import { dataPart, mediaPart, reasoningPart } from '../part.ts'
import type { Provider } from './provider.ts'

/** Mistral's chat is OpenAI's but for some content blocks. */
export const mistral: Provider = {
  part(block) {
    switch (block.get('type')) {
      case 'thinking': {
        const blocks = listAt(block, 'thinking') ?? []
        const texts = blocks.flatMap((each) => (each instanceof Map ? (textAt(each, 'text') ?? []) : []))
        return texts.length > 0 ? [reasoningPart(texts.join('\n'))] : undefined
      }
      case 'document_url': {
        const url = textAt(block, 'document_url')
        return [url ? mediaPart(url, 'document') : dataPart(block)]
      }
      default:
        return undefined
    }
  },
}
