import type { JsonMap, JsonValue } from '../../json/tree.ts'
import { readDocuments } from '../documents.ts'
import { isEmpty, itemsOf, numberAt, parseEmbedded, parseEncoded, valueAt } from '../json-fields.ts'
import type { Document, Message, Part } from '../message.ts'
import { finishReasonOf, withSystem } from '../normalise.ts'
import { dataPart, reasoningPart, textOrDataParts, toolCallPart } from '../part.ts'
import { readMessages, readParts } from '../read-payload.ts'
import { readSettings } from '../settings.ts'
import type { Span } from '../span.ts'
import { readTools } from '../tool-definitions.ts'
import { type Convention, payloadSide, type Side } from './convention.ts'

/** The AI SDK, by Vercel. Its outer spans have `ai.prompt`, the inner ones what went to the model. */
export const vercelAi: Convention = {
  input: (span) =>
    inputOf(span) ?? payloadSide(listOfJson(span.first('ai.values', 'ai.value', 'ai.documents'))),
  output: (span) => outputOf(span) ?? payloadSide(listOfJson(span.first('ai.embeddings', 'ai.embedding'))),

  tool: (span) => ({
    id: span.text('ai.toolCall.id'),
    name: span.text('ai.toolCall.name'),
    arguments: span.first('ai.toolCall.args', 'ai.toolCall.input'),
    result: span.first('ai.toolCall.result', 'ai.toolCall.output'),
  }),

  tools: (span) => readTools(span.value('ai.prompt.tools')),
  documents: rankedDocuments,
  settings: (span) => {
    const model = span.text('ai.model.id')
    return { ...readSettings(span.map('ai.settings') ?? new Map()), ...(model && { model }) }
  },
}

function inputOf(span: Span): Side | undefined {
  const sent = readMessages(span.value('ai.prompt.messages'), 'user')
  if (sent.length > 0) return { messages: sent }
  const prompt = span.value('ai.prompt')
  if (!(prompt instanceof Map)) return payloadSide(prompt)
  const messages = promptMessages(prompt)
  return messages.length > 0 ? { messages } : undefined
}

function promptMessages(prompt: JsonMap): readonly Message[] {
  const messages = readMessages(parseEmbedded(valueAt(prompt, 'messages', 'prompt')), 'user')
  return withSystem(readParts(valueAt(prompt, 'system')), messages)
}

function outputOf(span: Span): Side | undefined {
  const reasoning = span.text('ai.response.reasoning')
  const object = span.first('ai.response.object', 'ai.result.object')
  const reason = span.text('ai.response.finishReason', 'ai.finishReason')
  const parts: Part[] = [
    ...(reasoning ? [reasoningPart(reasoning)] : []),
    ...textOrDataParts(span.first('ai.response.text', 'ai.result.text')),
    ...(object === undefined ? [] : [dataPart(object)]),
    ...itemsOf(span.value('ai.response.files')).flatMap(fileParts),
    ...itemsOf(span.first('ai.response.toolCalls', 'ai.result.toolCalls')).flatMap(callParts),
  ]
  if (parts.length === 0) return undefined
  return {
    messages: [{ role: 'assistant', parts, ...(reason && { finish_reason: finishReasonOf(reason) }) }],
  }
}

const fileParts = (file: JsonValue): readonly Part[] =>
  file instanceof Map ? readParts(new Map(file).set('type', 'file')) : []

function callParts(call: JsonValue): readonly Part[] {
  if (!(call instanceof Map)) return []
  const id = call.get('toolCallId')
  const name = call.get('toolName')
  const called = {
    id: typeof id === 'string' ? id : undefined,
    name: typeof name === 'string' ? name : undefined,
  }
  return [toolCallPart(called, valueAt(call, 'input', 'args'))]
}

/** A ranking has the places that its documents had in the request. Each counts once: copies of a large one would fill the memory. */
function rankedDocuments(span: Span): readonly Document[] {
  const asked = new Map(itemsOf(listOfJson(span.value('ai.documents'))).entries())
  return itemsOf(listOfJson(span.value('ai.ranking'))).flatMap((ranked) => {
    if (!(ranked instanceof Map)) return []
    const index = numberAt(ranked, 'index') ?? -1
    const document = asked.get(index)
    asked.delete(index)
    return document === undefined ? [] : readDocuments(new Map(ranked).set('content', document))
  })
}

/** Embedded values and their vectors are lists whose items are JSON text. */
function listOfJson(value: JsonValue | undefined): JsonValue | undefined {
  if (isEmpty(value)) return undefined
  return Array.isArray(value) ? value.map((item) => parseJson(item)) : parseJson(value ?? null)
}

const parseJson = (item: JsonValue): JsonValue =>
  typeof item === 'string' && /^["[{]/.test(item) ? (parseEncoded(item) ?? item) : item
