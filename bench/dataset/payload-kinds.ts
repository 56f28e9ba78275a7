import { Random } from './random.ts'
import { type BenchSpan, chatSpans, newTraceId, replyOf, requestFields, type SpanFormat } from './spans.ts'
import { freshText } from './text.ts'

/** Applications whose payloads differ in how often the same text is sent. */
export const PAYLOAD_KINDS = ['chat', 'rag', 'agent'] as const
export type PayloadKind = (typeof PAYLOAD_KINDS)[number]

/** An endless sequence of spans of one kind of application, deterministic for a seed. */
export function spansOfKind(kind: PayloadKind, seed: number, format: SpanFormat): Generator<BenchSpan> {
  if (kind === 'chat') return chatSpans(seed, format)
  return kind === 'rag' ? ragSpans(seed, format) : agentSpans(seed, format)
}

const BEGINNING_MS = Date.parse('2026-03-01T00:00:00Z')
const DOCUMENTS = 5
const DOCUMENT_CHARS = 900
/** Size of the knowledge base: documents are found again in later traces. */
const KNOWN_DOCUMENTS = 2_000
const TURNS = 30

/** Traces of two spans: a retriever that finds documents, and a model request that contains them. */
function* ragSpans(seed: number, format: SpanFormat): Generator<BenchSpan> {
  const random = new Random(seed)
  const documents = Array.from({ length: KNOWN_DOCUMENTS }, () => freshText(random, DOCUMENT_CHARS))
  for (let startMs = BEGINNING_MS; ; startMs += 1_000) {
    const traceId = newTraceId(random, startMs, format)
    const place = { traceId, parentId: undefined, startMs, format }
    const question = freshText(random, 120)
    const found = Array.from({ length: DOCUMENTS }, () => documents[random.below(KNOWN_DOCUMENTS)] ?? '')
    const ranked = found.map((content) => ({ content, score: random.fraction() }))
    const reply = replyOf(random, freshText(random, 600))
    const answer = { ...requestFields(random, place), name: 'answer' }
    const search = requestFields(random, { ...place, parentId: answer.spanId })
    yield {
      ...search,
      name: 'retrieve',
      kind: 'RETRIEVER',
      payload: () => ({ input: { query: question }, output: { documents: ranked } }),
    }
    const context = { role: 'system', content: `Answer from these documents:\n${found.join('\n\n')}` }
    yield {
      ...answer,
      payload: () => ({ input: { messages: [context, { role: 'user', content: question }] }, output: reply }),
    }
  }
}

/** Traces of 30 model requests, each of which resends everything said before. */
function* agentSpans(seed: number, format: SpanFormat): Generator<BenchSpan> {
  const random = new Random(seed)
  for (let startMs = BEGINNING_MS; ; ) {
    const traceId = newTraceId(random, startMs, format)
    const messages: object[] = [{ role: 'system', content: freshText(random, 1_500) }]
    let parentId: string | undefined
    for (let turn = 0; turn < TURNS; turn++, startMs += 1_000) {
      messages.push({ role: turn === 0 ? 'user' : 'tool', content: freshText(random, 600) })
      const content = freshText(random, 350)
      const [input, output] = [{ messages: [...messages] }, replyOf(random, content)]
      const span = {
        ...requestFields(random, { traceId, parentId, startMs, format }),
        payload: () => ({ input, output }),
      }
      messages.push({ role: 'assistant', content })
      yield span
      parentId ??= span.spanId
    }
  }
}
