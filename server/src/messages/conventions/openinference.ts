import type { JsonMap, JsonValue } from '../../json/tree.ts'
import { readDocuments } from '../documents.ts'
import { isEmpty, itemsOf, mapAt, parseEmbedded, textAt, textOf, valueAt } from '../json-fields.ts'
import type { Message, Modality, Part, ToolDefinition } from '../message.ts'
import {
  finishReasonOf,
  joinAssistant,
  roleOf,
  separateToolResults,
  withoutRepeatedCalls,
} from '../normalise.ts'
import { mediaPart, textPart, toolResponsePart } from '../part.ts'
import { toolCallsOf } from '../providers/openai-chat.ts'
import { readParts } from '../read-payload.ts'
import { readSettings, settingsOfRequest } from '../settings.ts'
import type { Span } from '../span.ts'
import { readTools } from '../tool-definitions.ts'
import { type Convention, payloadSide, type Side } from './convention.ts'
import { withFinishReasons } from './gen-ai.ts'

/** OpenInference, by Arize: messages flattened into attributes. */
export const openInference: Convention = {
  input: (span) =>
    sideOf(messagesIn(span.value('llm.input_messages'), 'user')) ??
    sideOf(textsIn(span.value('llm.prompts'), 'prompt', 'user')) ??
    embeddedTexts(span),
  output: (span) =>
    answerOf(span, joinAssistant(messagesIn(span.value('llm.output_messages'), 'assistant'))) ??
    answerOf(span, textsIn(span.value('llm.choices'), 'completion', 'assistant')),
  tool: (span) => ({
    name: span.text('tool.name', 'tool_call.function.name'),
    id: span.text('tool_call.id', 'tool.id'),
    arguments: span.value('tool_call.function.arguments'),
  }),
  tools: (span) => itemsOf(span.value('llm.tools')).flatMap(toolsIn),
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

const answerOf = (span: Span, messages: readonly Message[]): Side | undefined =>
  sideOf(withFinishReasons(messages, span.value('llm.finish_reason')))

/** The messages of the completions API, which takes and returns texts. */
function textsIn(value: JsonValue | undefined, name: string, role: string): Message[] {
  return itemsOf(value).flatMap((item) => {
    const text = item instanceof Map ? textAt(mapAt(item, name) ?? item, 'text') : item
    return typeof text === 'string' && text !== '' ? [{ role, parts: [textPart(text)] }] : []
  })
}

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

const contentsOf = (message: JsonMap): Part[] =>
  blocksOf(message).flatMap((content) => mediaIn(content) ?? readParts(content))

const MEDIA: readonly (readonly [name: string, modality: Modality])[] = [
  ['image', 'image'],
  ['audio', 'audio'],
  ['video', 'video'],
  ['file', 'document'],
]

/** Its address is below its name twice: `audio.audio.url`. */
function mediaIn(content: JsonMap): Part[] | undefined {
  for (const [name, modality] of MEDIA) {
    const outer = mapAt(content, name)
    const media = outer && (mapAt(outer, name) ?? outer)
    const [url, transcript] = media ? [textAt(media, 'url'), textAt(media, 'transcript')] : []
    if (!media || !(url || transcript)) continue
    return [
      ...(transcript ? [textPart(transcript)] : []),
      ...(url ? [mediaPart(url, modality, textAt(media, 'mime_type'))] : []),
    ]
  }
  return undefined
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

/** The schema is that of the whole tool or, with its name beside it, of the parameters alone. */
function toolsIn(item: JsonValue): readonly ToolDefinition[] {
  if (!(item instanceof Map)) return []
  const tool = mapAt(item, 'tool') ?? item
  const schema = parseEmbedded(valueAt(tool, 'json_schema'))
  const name = textAt(tool, 'name')
  const isWhole = schema instanceof Map && (schema.has('name') || schema.has('function'))
  if (name === undefined || isWhole) return readTools(schema)
  const description = textAt(tool, 'description')
  return [{ name, ...(description && { description }), ...(schema !== undefined && { parameters: schema }) }]
}

function settingsIn(span: Span) {
  const model = span.text(
    'llm.request.model_name',
    'llm.model_name',
    'embedding.model_name',
    'reranker.model_name',
  )
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
