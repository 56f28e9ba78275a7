import type { Message } from '../dataset/messages.ts'
import { type PayloadKind, spansOfKind } from '../dataset/payload-kinds.ts'
import { Random } from '../dataset/random.ts'
import { spanMessages, take } from '../dataset/span-messages.ts'
import { type BenchSpan, longTrace, type SpanFormat } from '../dataset/spans.ts'
import { HttpClient } from './http-client.ts'
import { type SendOptions, send } from './send.ts'
import { serveWork } from './worker-process.ts'

export interface SpanIngest extends SendOptions {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly format: SpanFormat
  readonly spansPerBatch: number
  readonly data: SpanData
  /** Whether requests are made while others are sent: for more spans than fit in memory. */
  readonly onTheFly?: boolean
}

/** Which spans to send. */
export type SpanData =
  | {
      readonly kind: PayloadKind | 'long'
      readonly seed: number
      readonly spans: number
      /** How many of them were sent before. */
      readonly sent?: number
    }
  /** Endless, cheap to make: the same payloads again and again, in new traces. */
  | { readonly kind: 'recycled'; readonly seed: number }

serveWork(async (options: SpanIngest) => {
  const { url, headers, format, spansPerBatch, data, connections } = options
  const made = spanMessages(spansOf(data, format), format, spansPerBatch)
  const messages: Iterator<Message> = options.onTheFly || data.kind === 'recycled' ? made : [...made].values()
  return async () => {
    const client = new HttpClient(url, headers, connections)
    const result = await send(client, messages, options)
    client.close()
    return result
  }
})

function spansOf(data: SpanData, format: SpanFormat): Iterable<BenchSpan> {
  if (data.kind === 'recycled') return recycled(data.seed, format)
  const spans =
    data.kind === 'long'
      ? longTrace(data.seed, data.spans, format)
      : take(spansOfKind(data.kind, data.seed, format), data.spans)
  return skip(spans, data.sent ?? 0)
}

function* skip<T>(items: Iterable<T>, count: number): Generator<T> {
  let left = count
  for (const item of items) if (left-- <= 0) yield item
}

const RECYCLED_SPANS = 4_000

function recycled(seed: number, format: SpanFormat): Iterable<BenchSpan> {
  const originals = [...take(spansOfKind('chat', seed, format), RECYCLED_SPANS)].map((span) => {
    const payload = span.payload()
    return { ...span, payload: () => payload }
  })
  return (function* () {
    for (let round = 0; ; round++) {
      const random = new Random(seed + round)
      const ids = new Map<string, string>()
      const renamed = (id: string) => {
        const known = ids.get(id) ?? `${id.slice(0, -12)}${random.hex(12)}`
        ids.set(id, known)
        return known
      }
      for (const span of originals)
        yield {
          ...span,
          traceId: renamed(span.traceId),
          spanId: renamed(span.spanId),
          parentId: span.parentId && renamed(span.parentId),
        }
    }
  })()
}
