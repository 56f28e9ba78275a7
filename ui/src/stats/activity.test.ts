import { parse } from '@heddle/contract/filter/parse'
import { describe, expect, test } from 'vitest'
import { activityBars, barEndMs, narrowedBounds, statsWindow } from './activity.ts'

const now = new Date('2025-03-02T12:00:00Z')

describe('the window', () => {
  test('is the time range, up to now', () => {
    const from = new Date('2025-03-01T12:00:00Z')

    expect(statsWindow({ from }, undefined, now)).toEqual({ from, to: now, granularity: 900 })
  })

  test('of all time starts with the first call, and covers years in few buckets', () => {
    const earliest = new Date('1999-01-01T00:00:00Z')

    expect(statsWindow({}, earliest, now)).toEqual({ from: earliest, to: now, granularity: 365 * 86_400 })
  })

  test('is an hour at least if there are hardly any calls', () => {
    expect(statsWindow({}, now, now).from).toEqual(new Date('2025-03-02T11:00:00Z'))
  })

  test('is narrowed by times in the filter', () => {
    const parts = parse('op:a started:>=2025-03-01T10:00:00Z started:<2025-03-01T10:30:00Z')

    expect(narrowedBounds({ from: new Date(0), to: now }, parts, now)).toEqual({
      from: new Date('2025-03-01T10:00:00Z'),
      to: new Date('2025-03-01T10:30:00Z'),
    })
    expect(narrowedBounds({}, parse('op:a'), now)).toEqual({})
  })
})

test('a bar ends where the next begins, the last one after its length', () => {
  const days = ['2025-03-30T00:00:00+01:00', '2025-03-31T00:00:00+02:00']
  const buckets = days.map((timestamp) => ({ timestamp }))
  const bars = activityBars(buckets, [], 'count')

  expect(barEndMs(bars, 0, 86_400_000)).toBe(Date.parse('2025-03-31T00:00:00+02:00'))
  expect(barEndMs(bars, 1, 86_400_000)).toBe(Date.parse('2025-04-01T00:00:00+02:00'))
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
