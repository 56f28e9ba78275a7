import { describe, expect, test } from 'vitest'
import { type Micros, parseDateTime } from '../../time.ts'
import { newPriceBook } from '../prices/book.ts'
import type { MeasuredUsage } from './priced-usage.ts'
import { aggregateCallStats } from './stats.ts'
import { type CallStatsRequest, planCallStats } from './stats-plan.ts'
import { fillStats } from './stats-reply.ts'

const at = (text: string): Micros => parseDateTime(`2025-03-01T${text}Z`) ?? expect.fail(text)
const request = (more: Partial<CallStatsRequest>): CallStatsRequest => ({
  project_id: 'acme/demo',
  start: '2025-03-01T10:00:00Z',
  end: '2025-03-01T12:00:00Z',
  granularity: 3600,
  ...more,
})
/** The reply with lists that can be compared. */
function filled(...args: Parameters<typeof fillStats>) {
  const reply = fillStats(...args)
  return { ...reply, usage_buckets: [...reply.usage_buckets], call_buckets: [...reply.call_buckets] }
}

const plan = (more: Partial<CallStatsRequest>) => planCallStats(request(more), at('23:00:00'))
const malformed = expect.objectContaining({ code: 'malformed_request' })

const usage = (
  started_at: Micros,
  model: string,
  prompt_tokens: number,
  completion_tokens = 0,
): MeasuredUsage => ({
  started_at,
  model,
  count: 1,
  requests: 1,
  prompt_tokens,
  completion_tokens,
  total_tokens: 0,
  cache_read_input_tokens: 0,
  cache_creation_input_tokens: 0,
})

describe('calls', () => {
  const calls = [
    // One of these two has not ended.
    { started_at: at('10:00:00'), failed: false, count: 2, tookMs: [2_000] },
    { started_at: at('10:59:59'), failed: 1, count: 1, tookMs: [4_000] },
    { started_at: at('12:00:00'), failed: true, count: 1, tookMs: [1_000] },
  ]
  const measured = plan({
    call_metrics: [
      { metric: 'latency_ms', aggregations: ['avg', 'max'], percentiles: [50] },
      { metric: 'call_count' },
      { metric: 'error_count', aggregations: ['sum', 'count_false'] },
    ],
  })

  test('are counted in the bucket of their start, with a latency once they have ended', () => {
    expect(aggregateCallStats(measured.query, calls, []).calls).toEqual([
      {
        bucket: 0,
        last_started_at: at('10:59:59'),
        count: 3,
        values: {
          avg_latency_ms: 3000,
          max_latency_ms: 4000,
          p50_latency_ms: 3000,
          sum_call_count: 3,
          sum_error_count: 1,
          count_false_error_count: 2,
        },
      },
    ])
  })

  test('are reported for every bucket of the range', () => {
    const stats = aggregateCallStats(measured.query, calls, [])

    const reply = filled(measured, stats, newPriceBook([]))

    expect(reply).toMatchObject({
      start: '2025-03-01T10:00:00Z',
      end: '2025-03-01T12:00:00Z',
      granularity: 3600,
      timezone: 'UTC',
      usage_buckets: [],
    })
    expect(reply.call_buckets).toEqual([
      expect.objectContaining({ timestamp: '2025-03-01T10:00:00+00:00', count: 3, sum_call_count: 3 }),
      {
        timestamp: '2025-03-01T11:00:00+00:00',
        count: 0,
        avg_latency_ms: 0,
        max_latency_ms: null,
        p50_latency_ms: null,
        sum_call_count: 0,
        sum_error_count: 0,
        count_false_error_count: 0,
      },
    ])
  })
})

describe('usage', () => {
  const rows = [
    usage(at('11:30:00'), 'b', 5),
    usage(at('10:10:00'), 'gpt-4', 100, 10),
    usage(at('10:20:00'), 'gpt-4', 20),
  ]

  test('is reported for every model in every bucket, ordered by time and model', () => {
    const measured = plan({ usage_metrics: [{ metric: 'input_tokens', aggregations: ['sum', 'min'] }] })

    const reply = filled(measured, aggregateCallStats(measured.query, [], rows), newPriceBook([]))

    expect(reply.call_buckets).toEqual([])
    expect(reply.usage_buckets).toEqual([
      {
        timestamp: '2025-03-01T10:00:00+00:00',
        model: 'b',
        sum_input_tokens: 0,
        min_input_tokens: null,
        count: 0,
      },
      {
        timestamp: '2025-03-01T10:00:00+00:00',
        model: 'gpt-4',
        sum_input_tokens: 120,
        min_input_tokens: 20,
        count: 2,
      },
      {
        timestamp: '2025-03-01T11:00:00+00:00',
        model: 'b',
        sum_input_tokens: 5,
        min_input_tokens: 5,
        count: 1,
      },
      {
        timestamp: '2025-03-01T11:00:00+00:00',
        model: 'gpt-4',
        sum_input_tokens: 0,
        min_input_tokens: null,
        count: 0,
      },
    ])
  })

  test('has the cost of its price without its tokens, and null without a price', () => {
    const measured = plan({ usage_metrics: [{ metric: 'input_cost' }, { metric: 'total_cost' }] })
    const query = { ...measured.query, price_dates: [] }

    const reply = filled(measured, aggregateCallStats(query, [], rows), newPriceBook([]))

    expect(reply.usage_buckets.slice(0, 2)).toEqual([
      {
        timestamp: '2025-03-01T10:00:00+00:00',
        model: 'b',
        sum_input_cost: null,
        sum_total_cost: null,
        count: 0,
      },
      {
        timestamp: '2025-03-01T10:00:00+00:00',
        model: 'gpt-4',
        sum_input_cost: expect.closeTo(120 * 3e-5, 10),
        sum_total_cost: expect.closeTo(120 * 3e-5 + 10 * 6e-5, 10),
        count: 2,
      },
    ])
  })

  test('keeps models apart whatever their names', () => {
    const measured = plan({ usage_metrics: [{ metric: 'output_tokens' }] })
    const odd = ['__proto__', 'constructor', ''].map((model) => usage(at('10:00:00'), model, 1))

    const { usage: stats } = aggregateCallStats(measured.query, [], odd)

    expect(stats.map(({ model }) => model)).toEqual(['__proto__', 'constructor', ''])
  })
})

describe('a request', () => {
  test('ends now and has a suitable granularity by default', () => {
    const { query, granularity } = planCallStats(
      { project_id: 'acme/demo', start: '2025-03-01' },
      at('01:00:00'),
    )

    expect(query.end).toBe(at('01:00:00'))
    expect(granularity).toBe(300)
  })

  test.each<[string, Partial<CallStatsRequest>]>([
    ['runs backwards', { end: '2025-02-01' }],
    ['runs over 31 days', { end: '2025-04-02' }],
    ['runs backwards over a long range', { end: '2025-02-01', long_range: true }],
    ['names no time zone', { timezone: 'Nowhere' }],
    ['asks for a percentile over 100', { call_metrics: [{ metric: 'latency_ms', percentiles: [101] }] }],
  ])('is refused when it %s', (_, more) => {
    expect(() => plan(more)).toThrow(malformed)
  })

  test('may cover years if it asks for a long range', () => {
    const { query, granularity } = plan({ start: '1970-01-01', end: '2025-03-01', long_range: true })

    expect(query.edges.length).toBeLessThanOrEqual(10_001)
    expect(granularity).toBeGreaterThan(86_400)
  })
})

test('groups with too many values in all are refused', () => {
  const grouped = plan({ group_by: 'op_name', call_metrics: [{ metric: 'call_count' }] })
  const rows = (count: number) =>
    Array.from({ length: count }, (_, row) => ({
      bucket: 0,
      group: `op-${row}`,
      count: 1,
      values: { sum_call_count: 1 },
      last_started_at: at('10:00:00'),
    }))
  const fill = (count: number) =>
    fillStats(grouped, { calls: rows(count), usage: [], priced: [] }, newPriceBook([]))

  expect(fill(1_000)).toBeDefined()
  expect(() => fill(200_000)).toThrow(expect.objectContaining({ code: 'too_large' }))
})
