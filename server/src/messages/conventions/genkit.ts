import type { JsonMap, JsonValue } from '../../json/tree.ts'
import { requestModelOf } from '../../semconv/kind.ts'
import { readDocuments } from '../documents.ts'
import { itemsOf, mapAt, parseEncoded, textAt } from '../json-fields.ts'
import type { Document } from '../message.ts'
import { readParts } from '../read-payload.ts'
import type { Span } from '../span.ts'
import { type Convention, payloadSide, type Side } from './convention.ts'

/** Genkit, by Google: the input and output of every action as JSON. */
export const genkit: Convention = {
  input: (span) => asked(inputOf(span)),
  output: (span) => payloadSide(outputOf(span)),
  tool: (span) =>
    subtypeOf(span).startsWith('tool')
      ? { name: span.text('genkit:name'), arguments: inputOf(span), result: outputOf(span) }
      : undefined,
  settings: (span) => {
    const model = span.text('genkit:name') && requestModelOf(span.meanings)
    return typeof model === 'string' ? { model } : {}
  },
  documents: (span) => (SEARCHES.has(subtypeOf(span)) ? documentsIn(outputOf(span)) : []),
}

const subtypeOf = (span: Span): string => span.text('genkit:metadata:subtype') ?? ''
const inputOf = (span: Span) => parseEncoded(span.value('genkit:input'))
const outputOf = (span: Span) => parseEncoded(span.value('genkit:output'))

const SEARCHES: ReadonlySet<string> = new Set(['retriever', 'reranker'])

/** Queries and texts to embed are documents, whose content is a list of parts. */
function asked(input: JsonValue | undefined): Side | undefined {
  const query = input instanceof Map ? mapAt(input, 'query') : undefined
  if (query?.has('content')) return { messages: [{ role: 'user', parts: readParts(query.get('content')) }] }
  const texts = itemsOf(input instanceof Map ? input.get('input') : undefined)
  return texts.length > 0 && texts.every(isDocument)
    ? { messages: [{ role: 'user', parts: texts.flatMap((text) => readParts(text.get('content'))) }] }
    : payloadSide(input)
}

const isDocument = (value: JsonValue): value is JsonMap =>
  value instanceof Map && Array.isArray(value.get('content')) && !value.has('role')

function documentsIn(output: JsonValue | undefined): readonly Document[] {
  const list = output instanceof Map ? itemsOf(output.get('documents')) : []
  return readDocuments(list.map((each) => (isDocument(each) ? withText(each) : each)))
}

function withText(document: JsonMap): JsonMap {
  const parts = itemsOf(document.get('content'))
  const texts = parts.flatMap((part) => (part instanceof Map ? (textAt(part, 'text') ?? []) : []))
  return new Map(document).set('content', texts.join('\n'))
}
