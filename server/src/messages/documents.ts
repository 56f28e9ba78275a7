import { JsonNumber } from '../json/number.ts'
import type { JsonMap, JsonValue } from '../json/tree.ts'
import { isEmpty, itemsOf, mapAt, numberAt, textAt, textOf, valueAt } from './json-fields.ts'
import type { Document } from './message.ts'

/** Documents in the shapes of LangChain, LlamaIndex, Cohere, OpenInference and the GenAI conventions. */
export function readDocuments(value: JsonValue | undefined): Document[] {
  return itemsOf(value).flatMap((item) => {
    if (typeof item === 'string') return item === '' ? [] : [{ content: item }]
    const document = item instanceof Map ? documentOf(item) : undefined
    return document ? [document] : []
  })
}

/** Finds the list of documents in the result of a retriever or reranker; undefined if there is none. */
export function findDocuments(value: JsonValue | undefined): Document[] | undefined {
  const list = value instanceof Map ? listIn(value) : value
  const documents = Array.isArray(list) || value instanceof Map ? readDocuments(list) : []
  return documents.length > 0 ? documents : undefined
}

function listIn(value: JsonMap): JsonValue | undefined {
  const outputs = mapAt(value, 'outputs') ?? value
  return (
    valueAt(
      outputs,
      'documents',
      'results',
      'nodes',
      'source_nodes',
      'matches',
      'data',
      'output',
      'result',
    ) ?? null
  )
}

function documentOf(item: JsonMap): Document | undefined {
  const inner = mapAt(item, 'document', 'node', 'kwargs') ?? item
  const content = contentOf(inner) ?? textAt(item, 'document')
  const metadata = valueAt(inner, 'metadata', 'extra_info')
  const score = scoreOf(item) ?? scoreOf(inner) ?? (metadata instanceof Map ? scoreOf(metadata) : undefined)
  const id = idOf(inner) ?? idOf(item) ?? indexOf(item)
  if (content === undefined && (id === undefined || score === undefined)) return undefined
  const title = textAt(inner, 'title') ?? (metadata instanceof Map ? textAt(metadata, 'title') : undefined)
  return {
    ...(id !== undefined && { id }),
    content: content ?? '',
    ...(title !== undefined && { title }),
    ...(score !== undefined && { score }),
    ...(!isEmpty(metadata) && metadata !== undefined && { metadata }),
  }
}

function contentOf(map: JsonMap): string | undefined {
  const content = valueAt(map, 'page_content', 'pageContent', 'content', 'text', 'snippet')
  if (content !== undefined) return textOf(content)
  const data = valueAt(map, 'data')
  if (!(data instanceof Map)) return typeof data === 'string' ? data : undefined
  return textAt(data, 'text', 'snippet', 'content')
}

const SCORES = ['score', 'relevance_score', 'relevanceScore', 'similarity', 'similarity_score']

/** Scores from numeric libraries, such as NumPy's, arrive as text. */
function scoreOf(map: JsonMap): number | undefined {
  const written = textAt(map, ...SCORES) ?? ''
  return numberAt(map, ...SCORES) ?? (NUMBER.test(written) ? Number(written) : undefined)
}

const NUMBER = /^-?\d{1,20}(?:\.\d{1,40})?(?:e[+-]?\d{1,2})?$/

const ID_KEYS = ['id', 'id_', 'node_id', 'doc_id', 'document_id']

const idOf = (map: JsonMap) => textAt(map, ...ID_KEYS) ?? numberIn(valueAt(map, ...ID_KEYS))

/** Rerankers identify a document by its index in the request. */
const indexOf = (map: JsonMap) => numberIn(map.get('index'))

const numberIn = (value: JsonValue | undefined): string | undefined =>
  value instanceof JsonNumber ? value.token : undefined
