import { describe, expect, test } from 'vitest'
import { parse } from '../filter/parse.ts'
import { activityBars, activityWindow } from './activity.ts'

const now = new Date('2025-03-02T12:00:00Z')

describe('the window', () => {
  test('is the range before now without times in the filter', () => {
    expect(activityWindow(parse('op:a'), '24h', now)).toEqual({
      from: new Date('2025-03-01T12:00:00Z'),
      to: now,
      granularity: 900,
    })
  })

  test('follows times in the filter', () => {
    const filter = 'started:>=2025-03-01T10:00:00Z started:<2025-03-01T10:30:00Z'

    expect(activityWindow(parse(filter), '24h', now)).toEqual({
      from: new Date('2025-03-01T10:00:00Z'),
      to: new Date('2025-03-01T10:30:00Z'),
      granularity: 30,
    })
  })

  test('is never longer than the API allows', () => {
    const { from, to } = activityWindow(parse('started:>2020-01-01'), '24h', now)

    expect(to.getTime() - from.getTime()).toBe(31 * 86_400_000)
  })
})

test('bars show the selected metric, with the cost of all models', () => {
  const timestamp = '2025-03-01T00:00:00+00:00'
  const buckets = [{ timestamp, sum_call_count: 4, sum_error_count: 1, p95_latency_ms: null }]
  const usage = [
    { timestamp, model: 'a', sum_total_cost: 0.25 },
    { timestamp, model: 'b', sum_total_cost: 0.5 },
  ]

  expect(activityBars(buckets, usage, 'count')).toMatchObject([{ value: 4, errors: 1 }])
  expect(activityBars(buckets, usage, 'cost')).toMatchObject([{ value: 0.75, count: 4 }])
  expect(activityBars(buckets, usage, 'p95')).toMatchObject([{ value: 0 }])
})
