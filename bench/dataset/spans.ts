import { Random, uuidAt } from './random.ts'
import { freshText } from './text.ts'

/** How spans are sent: as an OTLP export, or as starts and ends to Heddle's own endpoint. */
export type SpanFormat = 'otlp' | 'native'

/** A model request. Its ids are those of its format: random hex digits of OpenTelemetry, or the UUIDv7s of the Weave SDKs. */
export interface BenchSpan {
  readonly traceId: string
  readonly spanId: string
  readonly parentId: string | undefined
  readonly name: string
  readonly kind: 'LLM' | 'RETRIEVER'
  readonly startMs: number
  readonly endMs: number
  readonly model: string
  readonly temperature: number
  readonly user: string
  readonly promptTokens: number
  readonly completionTokens: number
  readonly hasRarePhrase: boolean
  /** The request and the response of a chat API, made when asked for: that takes longer than all the rest. */
  readonly payload: () => { readonly input: object; readonly output: object }
}

const MODELS = ['gpt-4o', 'gpt-4o-mini', 'claude-sonnet', 'claude-haiku', 'gemini-pro', 'llama-70b'] as const
const NAMES = [
  'ChatCompletion',
  ...'plan route rewrite_query rank answer critique summarize translate classify extract moderate title'.split(
    ' ',
  ),
] as const
/** In the input of one span in a thousand, at most once in a trace, and nowhere in the long trace. */
export const RARE_PHRASE = 'zephyr quartz lantern'
const RARE_EVERY = 1_000
/** Of the first span with the phrase, so that small data sets have one too. */
const RARE_OFFSET = 500

const BEGINNING_MS = Date.parse('2026-03-01T00:00:00Z')
const LONG_TRACE_BEGINNING_MS = BEGINNING_MS - 3_600_000
const MEAN_GAP_MS = 200
const SPANS_PER_TRACE_MIN = 5
const SPANS_PER_TRACE_SPREAD = 6
const LONG_PAYLOAD_SHARE = 0.2
const SHORT_PAYLOAD_CHARS = 1_400
const LONG_PAYLOAD_CHARS = 7_900
const USERS = 500

/** An endless sequence of traces of 5 to 10 model requests each, deterministic for a seed. */
export function* chatSpans(seed: number, format: SpanFormat): Generator<BenchSpan> {
  const random = new Random(seed)
  let startMs = BEGINNING_MS
  for (let index = 0; ; ) {
    const traceId = newTraceId(random, startMs, format)
    const size = SPANS_PER_TRACE_MIN + random.below(SPANS_PER_TRACE_SPREAD)
    let parentId: string | undefined
    for (let made = 0; made < size; made++, index++) {
      const hasRarePhrase = index % RARE_EVERY === RARE_OFFSET
      const span = chatSpan(random, { traceId, parentId, startMs, format }, hasRarePhrase)
      yield span
      parentId ??= span.spanId
      startMs += random.fraction() * 2 * MEAN_GAP_MS
    }
  }
}

/** One trace of `count` spans, older than those of `chatSpans`, so that it is on no first page. */
export function* longTrace(seed: number, count: number, format: SpanFormat): Generator<BenchSpan> {
  const random = new Random(seed)
  const traceId = newTraceId(random, LONG_TRACE_BEGINNING_MS, format)
  const spanIds: string[] = []
  for (let index = 0; index < count; index++) {
    // A root, and below it steps of twenty spans each.
    const step = index - ((index - 1) % 20)
    const parentId = index === 0 ? undefined : spanIds[index === step ? 0 : step]
    const startMs = LONG_TRACE_BEGINNING_MS + index * 100
    const span = chatSpan(random, { traceId, parentId, startMs, format }, false)
    spanIds.push(span.spanId)
    yield span
  }
}

interface Place {
  readonly traceId: string
  readonly parentId: string | undefined
  readonly startMs: number
  readonly format: SpanFormat
}

/** Draws as many numbers for either format, so that all else is the same. */
const newId = (random: Random, startMs: number, digits: number, format: SpanFormat): string => {
  const hex = random.hex(digits)
  return format === 'otlp' ? hex : uuidAt(startMs, hex)
}

export const newTraceId = (random: Random, startMs: number, format: SpanFormat): string =>
  newId(random, startMs, 32, format)

function chatSpan(random: Random, place: Place, hasRarePhrase: boolean): BenchSpan {
  const payloadSeed = random.below(2 ** 32)
  return {
    ...requestFields(random, place),
    hasRarePhrase,
    payload: () => chatPayload(new Random(payloadSeed), hasRarePhrase ? ` ${RARE_PHRASE} ` : ''),
  }
}

function chatPayload(random: Random, phrase: string): { input: object; output: object } {
  const chars = random.chance(LONG_PAYLOAD_SHARE) ? LONG_PAYLOAD_CHARS : SHORT_PAYLOAD_CHARS
  const [before, after] = [freshText(random, chars * 0.2), freshText(random, chars * 0.3)]
  return {
    input: {
      messages: [
        { role: 'system', content: freshText(random, chars * 0.15) },
        { role: 'user', content: `${before}${phrase}${after}` },
      ],
    },
    output: replyOf(random, freshText(random, chars * 0.35)),
  }
}

/** Everything but the payload. */
export function requestFields(
  random: Random,
  { traceId, parentId, startMs, format }: Place,
): Omit<BenchSpan, 'payload'> {
  return {
    traceId,
    parentId,
    startMs: Math.floor(startMs),
    // Most requests take under a second, some most of a minute.
    endMs: Math.floor(startMs + 50 * Math.exp(random.fraction() * 7)),
    spanId: newId(random, startMs, 16, format),
    name: random.pick(NAMES),
    kind: 'LLM',
    model: random.pick(MODELS),
    temperature: random.below(100) / 100,
    user: `user-${random.below(USERS)}`,
    promptTokens: random.below(2_000),
    completionTokens: random.below(800),
    hasRarePhrase: false,
  }
}

export const replyOf = (random: Random, content: string): object => ({
  id: `chatcmpl-${random.hex(24)}`,
  choices: [{ index: 0, finish_reason: 'stop', message: { role: 'assistant', content } }],
})
