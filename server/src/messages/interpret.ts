import { JsonNumber } from '../json/number.ts'
import type { JsonMap, JsonValue } from '../json/tree.ts'
import type { Kind } from '../semconv/kind.ts'
import { findDocuments } from './documents.ts'
import { isEmpty, itemsOf, mapAt, parseEmbedded, textAt, valueAt } from './json-fields.ts'
import type { Document, Message, Part } from './message.ts'
import { dataPart, textPart } from './part.ts'
import { readRequest, readResponse } from './read-payload.ts'

/** Reads messages from a raw payload, by the kind of its call; undefined if it is only data, empty if it has no content. */
export function interpretInput(payload: JsonValue, kind: Kind): readonly Message[] | undefined {
  const value = unwrap(payload)
  if (typeof value === 'string') return value === '' ? [] : [{ role: 'user', parts: [textPart(value)] }]
  if (kind === 'embedding') return embeddedTexts(value)
  if (kind === 'retriever' || kind === 'reranker') {
    const query = value instanceof Map ? textAt(value, ...QUERY_KEYS) : undefined
    if (query) return [{ role: 'user', parts: [textPart(query)] }]
  }
  const messages = readRequest(value)
  return messages.length > 0 ? messages : undefined
}

export function interpretOutput(payload: JsonValue, kind: Kind): readonly Message[] | undefined {
  const value = unwrap(payload)
  if (kind === 'embedding') return embeddingSummary(value)
  if (kind === 'retriever' || kind === 'reranker') {
    const documents = findDocuments(value)
    if (documents) return [documentsMessage(documents)]
  }
  if (typeof value === 'string') return value === '' ? [] : [{ role: 'assistant', parts: [textPart(value)] }]
  const messages = readResponse(value)
  return messages.length > 0 ? messages : undefined
}

export const documentsMessage = (documents: readonly Document[]): Message => ({
  role: 'tool',
  parts: documents.map((document): Part => ({ type: 'document', ...document })),
})

const QUERY_KEYS = ['query', 'question', 'input', 'q', 'text', 'search_query', 'query_str', 'prompt']

const WRAPPERS_MAX = 3

/** Removes wrappers: `{args, kwargs}` of a function, `{input}` or `{output}` alone, a LangChain run or what it was given. */
export function unwrap(payload: JsonValue): JsonValue {
  let value = payload
  for (let depth = 0; depth < WRAPPERS_MAX && value instanceof Map; depth++) {
    const inner = unwrapOnce(value)
    if (inner === undefined) return value
    value = parseEmbedded(inner) ?? null
  }
  return value
}

function unwrapOnce(map: JsonMap): JsonValue | undefined {
  const args = map.get('args')
  const kwargs = map.get('kwargs')
  if (map.size === 2 && Array.isArray(args) && kwargs instanceof Map) {
    if (args.length === 0) return kwargs
    return kwargs.size === 0 && args.length === 1 ? args[0] : undefined
  }
  if (map.size === 1 && kwargs instanceof Map) return kwargs
  // The run object of LangChain's tracer.
  if (map.has('outputs') && map.has('start_time')) return map.get('outputs')
  // What OpenLLMetry records of a chain or tool of LangChain.
  const inputs = map.get('inputs')
  if (inputs instanceof Map && map.has('tags') && map.has('metadata') && !map.has('outputs')) return inputs
  const [only] = map.size === 1 ? map : []
  return only && WRAPPERS.has(only[0]) && !Array.isArray(only[1]) ? only[1] : undefined
}

const WRAPPERS: ReadonlySet<string> = new Set([
  'input',
  'inputs',
  'output',
  'result',
  'return_value',
  'arg0',
  'query_bundle',
  'value',
])

function embeddedTexts(value: JsonValue): readonly Message[] | undefined {
  const texts =
    value instanceof Map
      ? valueAt(value, 'input', 'inputs', 'texts', 'text', 'contents', 'content', 'prompt', 'query')
      : value
  const parts = itemsOf(texts).flatMap((text) => (typeof text === 'string' ? [textPart(text)] : []))
  return parts.length > 0 ? [{ role: 'user', parts }] : undefined
}

/** Number and dimensions of the vectors, since nobody reads the vectors themselves. */
function embeddingSummary(value: JsonValue): readonly Message[] | undefined {
  const found =
    value instanceof Map ? valueAt(value, 'data', 'embeddings', 'embedding', 'predictions') : value
  const vectors = isVector(found) ? [found] : itemsOf(found)
  const dimensions = vectors.map(dimensionsOf).find((count) => count > 0)
  if (isEmpty([...vectors]) || dimensions === undefined) return undefined
  const summary = new Map([
    ['count', new JsonNumber(String(vectors.length))],
    ['dimensions', new JsonNumber(String(dimensions))],
  ])
  return [{ role: 'assistant', parts: [dataPart(summary)] }]
}

const isVector = (value: JsonValue | undefined): value is JsonValue[] =>
  Array.isArray(value) && value[0] instanceof JsonNumber

function dimensionsOf(vector: JsonValue): number {
  if (isVector(vector)) return vector.length
  // OpenAI's SDK asks for base64: four bytes a number.
  if (typeof vector === 'string') return /^[\w+/]{8}/.test(vector) ? Math.floor((vector.length * 3) / 16) : 0
  if (!(vector instanceof Map)) return 0
  const inner = valueAt(vector, 'embedding', 'values', 'vector')
  return inner === undefined || inner instanceof Map
    ? dimensionsOfValues(mapAt(vector, 'embedding'))
    : dimensionsOf(inner)
}

function dimensionsOfValues(map: JsonMap | undefined): number {
  const values = map?.get('values')
  return isVector(values) ? values.length : 0
}
