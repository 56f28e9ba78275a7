import { expect, test } from 'vitest'
import { PAYLOAD_KINDS, spansOfKind } from './payload-kinds.ts'
import { spanMessages, take } from './span-messages.ts'
import { type BenchSpan, chatSpans, longTrace, RARE_PHRASE, type SpanFormat } from './spans.ts'

const FORMATS: readonly SpanFormat[] = ['otlp', 'native']

const bodies = (spans: Iterable<BenchSpan>, format: SpanFormat) =>
  [...spanMessages(spans, format, 20)].map(({ body }) => body.toString('hex'))

test.each(PAYLOAD_KINDS)('the same seed makes the same %s requests, another seed others', (kind) => {
  for (const format of FORMATS) {
    const [first, again, other] = [1, 1, 2].map((seed) =>
      bodies(take(spansOfKind(kind, seed, format), 40), format),
    )

    expect(again).toEqual(first)
    expect(other).not.toEqual(first)
  }
})

test('chat spans come in complete traces of 5 to 10 with one root each', () => {
  const spans = [...take(chatSpans(1, 'otlp'), 2_000)]
  const traceIds = [...new Set(spans.map(({ traceId }) => traceId))]

  const traces = traceIds.map((id) => spans.filter(({ traceId }) => traceId === id))

  const complete = traces.slice(0, -1)
  for (const trace of complete) {
    const [root, ...others] = trace
    expect(trace.length).toBeGreaterThanOrEqual(5)
    expect(trace.length).toBeLessThanOrEqual(10)
    expect(root?.parentId).toBeUndefined()
    expect(others.every(({ parentId }) => parentId === root?.spanId)).toBe(true)
  }
})

test('spans of both formats differ in their ids alone', () => {
  const [otlp, native] = FORMATS.map((format) =>
    [...take(chatSpans(1, format), 50)].map(({ traceId, spanId, parentId, payload, ...rest }) => ({
      ids: [traceId, spanId].map(({ length }) => length),
      rest: { ...rest, ...payload() },
    })),
  )

  expect(native?.map(({ rest }) => rest)).toEqual(otlp?.map(({ rest }) => rest))
  expect([otlp, native].map((spans) => spans?.[0]?.ids)).toEqual([
    [32, 16],
    [36, 36],
  ])
})

test('one input in a thousand has the rare phrase, and no output', () => {
  const spans = [...take(chatSpans(1, 'otlp'), 2_000)]

  const inputs = spans.filter((span) => JSON.stringify(span.payload().input).includes(RARE_PHRASE))
  const outputs = spans.filter((span) => JSON.stringify(span.payload().output).includes(RARE_PHRASE))

  expect(inputs).toHaveLength(2)
  expect(inputs).toEqual(spans.filter(({ hasRarePhrase }) => hasRarePhrase))
  expect(outputs).toEqual([])
})

test('the long trace is one tree, older than all other spans', () => {
  const spans = [...longTrace(2, 100, 'native')]
  const ids = new Set(spans.map(({ spanId }) => spanId))

  const roots = spans.filter(({ parentId }) => parentId === undefined)
  const orphans = spans.filter(({ parentId }) => parentId !== undefined && !ids.has(parentId))

  expect(new Set(spans.map(({ traceId }) => traceId)).size).toBe(1)
  expect(roots).toHaveLength(1)
  expect(orphans).toEqual([])
  expect(Math.max(...spans.map(({ startMs }) => startMs))).toBeLessThan(
    Math.min(...[...take(chatSpans(1, 'otlp'), 10)].map(({ startMs }) => startMs)),
  )
})

test('each request of an agent repeats the whole history', () => {
  const [first, second] = [...take(spansOfKind('agent', 1, 'native'), 2)].map((span) =>
    JSON.stringify(span.payload().input),
  )

  expect(second?.startsWith((first ?? '').slice(0, -2))).toBe(true)
})
