import { Random } from '../dataset/random.ts'
import { take } from '../dataset/span-messages.ts'
import { type BenchSpan, chatSpans, longTrace, RARE_PHRASE, type SpanFormat } from '../dataset/spans.ts'

/** The spans that every contender gets: `spans` of small traces, and one long trace. */
export interface DataSet {
  readonly spans: number
  readonly longTraceSpans: number
}

export const CHAT_SEED = 1
export const LONG_SEED = 2

/** What to ask for in a data set, and how many rows the right answer has. */
export interface Targets {
  readonly spans: number
  readonly traces: number
  /** Spans and their traces, complete ones, drawn from the whole data set. */
  readonly samples: readonly [Sample, ...Sample[]]
  readonly longTrace: { readonly id: string; readonly spans: number }
  readonly name: Counted<string>
  readonly model: Counted<string>
  /** Spans with a higher temperature. */
  readonly temperature: Counted<number>
  readonly user: Counted<string>
  readonly phrase: Counted<string>
}

interface Sample {
  readonly spanId: string
  readonly traceId: string
  readonly traceSpans: number
}

interface Counted<T> {
  readonly value: T
  readonly spans: number
}

const SAMPLES = 400
const SAMPLED_TRACES = 1_000
const SPANS_PER_TRACE = 7.5
const NAME = 'rank'
const MODEL = 'claude-haiku'
const TEMPERATURE = 0.9
const USER = 'user-7'

/** Computes the answers by going through the data set as it was sent. */
export function targetsOf({ spans, longTraceSpans }: DataSet, format: SpanFormat): Targets {
  const counts = { name: 0, model: 0, temperature: 0, user: 0, phrase: 0 }
  const count = (span: BenchSpan) => {
    if (span.name === NAME) counts.name++
    if (span.model === MODEL) counts.model++
    if (span.temperature > TEMPERATURE) counts.temperature++
    if (span.user === USER) counts.user++
    if (span.hasRarePhrase) counts.phrase++
  }
  // Keeping all ids of ten million spans would take too much memory.
  const stride = Math.ceil(spans / SPANS_PER_TRACE / SAMPLED_TRACES)
  const sampled = new Map<string, string[]>()
  let [traces, traceId] = [0, '']
  for (const span of take(chatSpans(CHAT_SEED, format), spans)) {
    count(span)
    if (span.traceId !== traceId && traces++ % stride === 0) sampled.set(span.traceId, [])
    traceId = span.traceId
    sampled.get(traceId)?.push(span.spanId)
  }
  let longTraceId = ''
  for (const span of longTrace(LONG_SEED, longTraceSpans, format)) {
    count(span)
    longTraceId = span.traceId
  }
  return {
    spans: spans + longTraceSpans,
    traces: traces + (longTraceSpans > 0 ? 1 : 0),
    samples: samplesOf(sampled),
    longTrace: { id: longTraceId, spans: longTraceSpans },
    name: { value: NAME, spans: counts.name },
    model: { value: MODEL, spans: counts.model },
    temperature: { value: TEMPERATURE, spans: counts.temperature },
    user: { value: USER, spans: counts.user },
    phrase: { value: RARE_PHRASE, spans: counts.phrase },
  }
}

function samplesOf(sampled: ReadonlyMap<string, readonly string[]>): readonly [Sample, ...Sample[]] {
  const random = new Random(3)
  const entries = [...sampled]
  const draw = (): Sample => {
    const [traceId, spanIds] = entries[random.below(entries.length)] ?? ['', []]
    return { traceId, spanId: spanIds[random.below(spanIds.length)] ?? '', traceSpans: spanIds.length }
  }
  return [draw(), ...Array.from({ length: SAMPLES - 1 }, draw)]
}

/** Goes through the samples again and again. */
export function sampler({ samples }: Targets): () => Sample {
  let at = 0
  return () => samples[at++ % samples.length] ?? samples[0]
}
