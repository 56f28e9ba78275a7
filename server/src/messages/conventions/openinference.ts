import type { JsonMap, JsonValue } from '../../json/tree.ts'
import { readDocuments } from '../documents.ts'
import { isEmpty, itemsOf, mapAt, textAt, textOf, valueAt } from '../json-fields.ts'
import type { Message, Part } from '../message.ts'
import {
  finishReasonOf,
  joinAssistant,
  roleOf,
  separateToolResults,
  withoutRepeatedCalls,
} from '../normalise.ts'
import { mediaPart, toolResponsePart } from '../part.ts'
import { toolCallsOf } from '../providers/openai-chat.ts'
import { readParts } from '../read-payload.ts'
import { readSettings, settingsOfRequest } from '../settings.ts'
import type { Span } from '../span.ts'
import { readTools } from '../tool-definitions.ts'
import { type Convention, payloadSide, type Side } from './convention.ts'

/** OpenInference, by Arize: messages flattened into attributes. */
export const openInference: Convention = {
  input: (span) => sideOf(messagesIn(span.value('llm.input_messages'), 'user')) ?? embeddedTexts(span),
  output: (span) => sideOf(joinAssistant(messagesIn(span.value('llm.output_messages'), 'assistant'))),
  tool: (span) => ({ name: span.text('tool.name'), id: span.text('tool_call.id', 'tool.id') }),
  tools: (span) => itemsOf(span.value('llm.tools')).flatMap((tool) => readTools(schemaOf(tool))),
  settings: settingsIn,
  documents: (span) => documentsIn(span.first('retrieval.documents', 'reranker.output_documents')),
}

/** What OpenInference puts on spans of every kind: the raw values. */
export const openInferenceValues: Convention = {
  input: (span) => payloadSide(filledTemplate(span) ?? span.first('reranker.query', 'input.value')),
  output: (span) => payloadSide(span.value('output.value')) ?? embeddings(span),
}

/** Each variable is filled in once, so that a template cannot multiply it. */
function filledTemplate(span: Span): string | undefined {
  const template = span.text('llm.prompt_template.template')
  const variables = new Map(span.map('llm.prompt_template.variables'))
  return template?.replace(/\{\{?([^{}]*)\}\}?/g, (placeholder: string, name: string) => {
    const value = variables.get(name)
    variables.delete(name)
    return value === undefined ? placeholder : textOf(value)
  })
}

const sideOf = (messages: readonly Message[]): Side | undefined =>
  messages.length > 0 ? { messages } : undefined

function messagesIn(value: JsonValue | undefined, roleDefault: string): Message[] {
  const messages = itemsOf(value).flatMap((item) => {
    const message = item instanceof Map && (mapAt(item, 'message') ?? item)
    return message ? [messageOf(message, roleDefault)] : []
  })
  return separateToolResults(messages)
}

function messageOf(message: JsonMap, roleDefault: string): Message {
  const role = roleOf(textAt(message, 'role'), roleDefault)
  const name = textAt(message, 'name')
  const reason = textAt(message, 'finish_reason')
  const parts = role === 'tool' ? [toolResult(message)] : partsOf(message)
  return { role, parts, ...(name && { name }), ...(reason && { finish_reason: finishReasonOf(reason) }) }
}

const toolResult = (message: JsonMap): Part => {
  const blocks = blocksOf(message)
  const response = valueAt(message, 'content') ?? (blocks.length > 0 ? blocks : undefined)
  return toolResponsePart({ id: textAt(message, 'tool_call_id'), name: textAt(message, 'name') }, response)
}

/** `contents` and the fields beside it often repeat the same thing. */
function partsOf(message: JsonMap): Part[] {
  const contents = contentsOf(message)
  const calls = toolCallsOf(itemsOf(message.get('tool_calls')).map(calledIn))
  const said =
    contents.length > 0 ? withoutRepeatedCalls(contents, calls) : readParts(valueAt(message, 'content'))
  return [...said, ...calls, ...toolCallsOf(legacyCall(message))]
}

const blocksOf = (message: JsonMap): JsonMap[] =>
  itemsOf(message.get('contents')).flatMap((item) =>
    item instanceof Map ? [mapAt(item, 'message_content') ?? item] : [],
  )

function contentsOf(message: JsonMap): Part[] {
  return blocksOf(message).flatMap((content) => {
    const image = mapAt(mapAt(content, 'image') ?? new Map(), 'image') ?? mapAt(content, 'image')
    const url = image && textAt(image, 'url')
    return url ? [mediaPart(url, 'image')] : readParts(content)
  })
}

const calledIn = (item: JsonValue): JsonValue =>
  item instanceof Map ? (mapAt(item, 'tool_call') ?? item) : item

function legacyCall(message: JsonMap): JsonValue | undefined {
  const name = textAt(message, 'function_call_name')
  if (!name) return undefined
  return new Map([
    ['name', name],
    ['arguments', valueAt(message, 'function_call_arguments_json') ?? null],
  ])
}

function schemaOf(item: JsonValue): JsonValue | undefined {
  const tool = item instanceof Map ? (mapAt(item, 'tool') ?? item) : new Map<string, JsonValue>()
  return valueAt(tool, 'json_schema')
}

function settingsIn(span: Span) {
  const model = span.text('llm.model_name', 'embedding.model_name', 'reranker.model_name')
  const parameters = span.map('llm.invocation_parameters')
  return {
    ...(parameters && settingsOfRequest(parameters)),
    ...readSettings(new Map(model ? [['model', model]] : [])),
  }
}

const documentsIn = (value: JsonValue | undefined) => itemsOf(value).flatMap((item) => readDocuments(item))

function embeddedTexts(span: Span): Side | undefined {
  const texts = itemsOf(span.value('embedding.embeddings')).flatMap(
    (item) => textAt(embeddingIn(item), 'text') ?? [],
  )
  return texts.length > 0 ? { payload: texts } : undefined
}

function embeddings(span: Span): Side | undefined {
  const vectors = itemsOf(span.value('embedding.embeddings')).map(
    (item) => embeddingIn(item).get('vector') ?? null,
  )
  return isEmpty(vectors) ? undefined : { payload: vectors }
}

const embeddingIn = (item: JsonValue): JsonMap =>
  item instanceof Map ? (mapAt(item, 'embedding') ?? item) : new Map()
