import type { JsonMap, JsonValue } from '../../json/tree.ts'
import { itemsOf, parseEmbedded } from '../json-fields.ts'
import { readMessages } from '../read-payload.ts'
import type { Span } from '../span.ts'
import { type Convention, payloadSide, type Side } from './convention.ts'
import { withFinishReasons } from './gen-ai.ts'

/**
 * The attributes before GenAI had messages: `gen_ai.prompt.0.role` and so on, by OpenLLMetry and for called tools still by
 * LiteLLM; the whole raw request under `gen_ai.prompt`, by LangSmith; and one text, by openlit.
 */
export const genAiIndexed: Convention = {
  input: (span) => sideOf(span, 'gen_ai.prompt', 'user') ?? payloadSide(span.value('gen_ai.content.prompt')),
  output: (span) =>
    sideOf(span, 'gen_ai.completion', 'assistant') ?? payloadSide(span.value('gen_ai.content.completion')),
}

function sideOf(span: Span, key: string, roleDefault: string): Side | undefined {
  const value = span.value(key)
  const items = numberedIn(value)
  if (items.length === 0 || !items.every(isIndexed)) return payloadSide(value)
  const messages = readMessages(items.flatMap(messageOf), roleDefault)
  const isOutput = roleDefault === 'assistant'
  return {
    messages: isOutput ? withFinishReasons(messages, span.value('gen_ai.response.finish_reasons')) : messages,
  }
}

/** Azure has the results of its content filter beside the numbered messages. */
function numberedIn(value: JsonValue | undefined): readonly JsonValue[] {
  if (!(value instanceof Map)) return itemsOf(value)
  const numbered = [...value].filter(([name]) => /^\d+$/.test(name))
  return numbered.length > 0 ? itemsOf(new Map(numbered)) : []
}

const isIndexed = (item: JsonValue): boolean =>
  item instanceof Map && INDEXED_KEYS.some((key) => item.has(key)) && !item.has('messages')

const INDEXED_KEYS = ['role', 'content', 'tool_calls', 'function_call']

/** Content with blocks is JSON text, and lists of calls have numbered keys. */
function messageOf(item: JsonValue): JsonMap[] {
  if (!(item instanceof Map)) return []
  const message = new Map(item)
  const content = parseEmbedded(item.get('content'))
  if (Array.isArray(content)) message.set('content', content)
  return [message]
}
