import type { CallBatchItem } from '@heddle/contract/call-batches'
import type { Message } from './messages.ts'
import { otlpExport } from './otlp.ts'
import type { BenchSpan, SpanFormat } from './spans.ts'

/** The project of natively sent spans. OTLP exports get theirs from a header. */
export const PROJECT = 'bench/spans'

/** Requests of `spansPerBatch` spans each; the last one may have fewer. */
export function* spanMessages(
  spans: Iterable<BenchSpan>,
  format: SpanFormat,
  spansPerBatch: number,
): Generator<Message> {
  let batch: BenchSpan[] = []
  for (const span of spans) {
    batch.push(span)
    if (batch.length < spansPerBatch) continue
    yield messageOfSpans(batch, format)
    batch = []
  }
  if (batch.length > 0) yield messageOfSpans(batch, format)
}

/** The first `count` items. */
export function* take<T>(items: Iterable<T>, count: number): Generator<T> {
  let left = count
  if (left <= 0) return
  for (const item of items) {
    yield item
    if (--left === 0) return
  }
}

function messageOfSpans(spans: readonly BenchSpan[], format: SpanFormat): Message {
  const calls = spans.length
  if (format === 'otlp')
    return { path: '/v1/traces', body: otlpExport(spans), contentType: 'application/x-protobuf', calls }
  const body = Buffer.from(JSON.stringify({ batch: spans.flatMap(itemsOf) }))
  return { path: '/call/upsert_batch', body, calls }
}

/** The start and the end, with the fields where the Weave SDKs put them. */
function itemsOf(span: BenchSpan): CallBatchItem[] {
  const { spanId: id, promptTokens, completionTokens } = span
  const { input, output } = span.payload()
  const start = {
    project_id: PROJECT,
    id,
    trace_id: span.traceId,
    ...(span.parentId !== undefined && { parent_id: span.parentId }),
    op_name: span.name,
    started_at: new Date(span.startMs).toISOString(),
    attributes: {
      model: span.model,
      model_parameters: { temperature: span.temperature },
      user_id: span.user,
      weave: { kind: span.kind === 'LLM' ? 'llm' : 'retriever' },
    },
    inputs: { ...input },
  }
  const usage = {
    requests: 1,
    prompt_tokens: promptTokens,
    completion_tokens: completionTokens,
    total_tokens: promptTokens + completionTokens,
  }
  const end = {
    project_id: PROJECT,
    id,
    ended_at: new Date(span.endMs).toISOString(),
    output,
    summary: span.kind === 'LLM' ? { usage: { [span.model]: usage } } : {},
  }
  return [
    { mode: 'start', req: { start } },
    { mode: 'end', req: { end } },
  ]
}
