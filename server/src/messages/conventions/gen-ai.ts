import type { JsonValue } from '../../json/tree.ts'
import { readDocuments } from '../documents.ts'
import { itemsOf } from '../json-fields.ts'
import type { Message, Part } from '../message.ts'
import { finishReasonOf, withSystem } from '../normalise.ts'
import { readMessages, readParts } from '../read-payload.ts'
import { readSettings } from '../settings.ts'
import type { SpanAttributes } from '../span.ts'
import { readTools } from '../tool-definitions.ts'
import { type Convention, payloadSide } from './convention.ts'

/** OpenTelemetry's GenAI conventions as they are now; openlit, LiteLLM, Google ADK and others send them too. */
export const genAi: Convention = {
  input: (span) => inputIn(span) ?? payloadSide(span.value('gen_ai.retrieval.query.text')),
  output: (span) => outputIn(span),

  tool: (span) => ({
    id: span.text('gen_ai.tool.call.id'),
    name: span.text('gen_ai.tool.name'),
    arguments: span.first('gen_ai.tool.call.arguments', 'gen_ai.tool.args'),
    result: span.first('gen_ai.tool.call.result', 'gen_ai.tool.result'),
  }),

  tools: (span) =>
    readTools(span.first('gen_ai.tool.definitions', 'llm.request.functions', 'gen_ai.agent.tools')),
  settings: (span) => readSettings(span.map('gen_ai.request') ?? new Map()),
  documents: (span) => readDocuments(span.value('gen_ai.retrieval.documents')),
}

/** For spans with instructions but no messages, which Pydantic AI sends for failed requests. */
export const genAiInstructions: Convention = {
  input: (span) => {
    const parts = systemIn(span)
    return parts.length > 0 ? { messages: [{ role: 'system', parts }] } : undefined
  },
}

/** Spans and events have the same three attributes. */
export function inputIn(attributes: SpanAttributes): { messages: readonly Message[] } | undefined {
  const messages = readMessages(attributes.value('gen_ai.input.messages'), 'user')
  return messages.length > 0 ? { messages: withSystem(systemIn(attributes), messages) } : undefined
}

export const systemIn = (attributes: SpanAttributes): readonly Part[] =>
  readParts(attributes.value('gen_ai.system_instructions'))

export function outputIn(attributes: SpanAttributes): { messages: readonly Message[] } | undefined {
  const messages = readMessages(attributes.value('gen_ai.output.messages'), 'assistant')
  if (messages.length === 0) return undefined
  return { messages: withFinishReasons(messages, attributes.value('gen_ai.response.finish_reasons')) }
}

/** One reason per choice, for senders that leave it out of the messages. */
export function withFinishReasons(
  messages: readonly Message[],
  reasons: JsonValue | undefined,
): readonly Message[] {
  const list = itemsOf(reasons)
  return messages.map((message, index) => {
    const reason = list[index]
    if (message.finish_reason || message.role !== 'assistant' || typeof reason !== 'string') return message
    return { ...message, finish_reason: finishReasonOf(reason) }
  })
}
