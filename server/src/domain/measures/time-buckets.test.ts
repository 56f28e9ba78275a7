import { describe, expect, test } from 'vitest'
import { type Micros, parseDateTime } from '../../time.ts'
import { bucketOf, checkTimeRange, formatEdge, timeBuckets } from './time-buckets.ts'

const at = (text: string): Micros => parseDateTime(text) ?? expect.fail(text)
const range = (start: string, end: string) => ({ start: at(start), end: at(end) })
const HOUR = 3600
const from = at('2025-03-01')
const lasting = (seconds: number) => ({ start: from, end: from + seconds * 1e6 })
const malformed = expect.objectContaining({ code: 'malformed_request' })

describe('a range gets a suitable granularity', () => {
  test.each([
    [60, 300],
    [2 * HOUR, 300],
    [2 * HOUR + 1, HOUR],
    [12 * HOUR, HOUR],
    [12 * HOUR + 1, 6 * HOUR],
    [72 * HOUR, 6 * HOUR],
    [72 * HOUR + 1, 12 * HOUR],
    [14 * 24 * HOUR, 12 * HOUR],
    [14 * 24 * HOUR + 1, 24 * HOUR],
  ])('%i seconds', (seconds, granularity) => {
    expect(timeBuckets(lasting(seconds), 'UTC').granularity).toBe(granularity)
  })
})

test('a granularity that makes over 10 000 buckets is coarsened to fit', () => {
  const { granularity, edges } = timeBuckets(lasting(20_001), 'UTC', 1)

  expect(granularity).toBe(3)
  expect(edges).toHaveLength(6667)
})

test('buckets begin on the interval, the first at or before the start', () => {
  const { edges } = timeBuckets(range('2025-03-01T10:07:00Z', '2025-03-01T10:20:00Z'), 'UTC', 300)

  expect(edges.map(formatEdge)).toEqual([
    '2025-03-01T10:05:00+00:00',
    '2025-03-01T10:10:00+00:00',
    '2025-03-01T10:15:00+00:00',
  ])
})

test('days begin at midnight of the time zone', () => {
  const { edges } = timeBuckets(range('2025-03-01T10:00:00Z', '2025-03-02T20:00:00Z'), 'Asia/Kolkata', 86_400)

  expect(edges.map(formatEdge)).toEqual([
    '2025-02-28T18:30:00+00:00',
    '2025-03-01T18:30:00+00:00',
    '2025-03-02T18:30:00+00:00',
  ])
})

test('days follow the clock when it goes forward and back', () => {
  const spring = timeBuckets(range('2025-03-29T12:00:00Z', '2025-03-31T12:00:00Z'), 'Europe/Berlin', 86_400)
  const autumn = timeBuckets(range('2025-10-25T12:00:00Z', '2025-10-27T12:00:00Z'), 'Europe/Berlin', 86_400)

  expect(spring.edges.map(formatEdge)).toEqual([
    '2025-03-28T23:00:00+00:00',
    '2025-03-29T23:00:00+00:00',
    '2025-03-30T22:00:00+00:00',
  ])
  expect(autumn.edges.map(formatEdge)).toEqual([
    '2025-10-24T22:00:00+00:00',
    '2025-10-25T22:00:00+00:00',
    '2025-10-26T23:00:00+00:00',
  ])
})

test('quarters of an hour keep their length when the clock skips or repeats an hour', () => {
  for (const day of ['2025-03-30', '2025-10-26']) {
    const whole = range(`${day}T00:00:00Z`, `${day}T04:00:00Z`)

    const { edges } = timeBuckets(whole, 'Europe/Berlin', 900)

    expect(edges).toEqual(Array.from({ length: 16 }, (_, quarter) => whole.start + quarter * 900e6))
  }
})

test('the first bucket holds the start, also in an hour that the clock repeats', () => {
  const { edges } = timeBuckets(range('2025-10-26T01:10:00Z', '2025-10-26T01:40:00Z'), 'Europe/Berlin', 900)

  expect(edges.map(formatEdge)).toEqual([
    '2025-10-26T01:00:00+00:00',
    '2025-10-26T01:15:00+00:00',
    '2025-10-26T01:30:00+00:00',
  ])
})

test('an instant is in the bucket whose edge is the last before it', () => {
  const edges = [0, 10, 20]

  expect([0, 9, 10, 19, 20, 1000].map((instant) => bucketOf(edges, instant))).toEqual([0, 0, 1, 1, 2, 2])
})

test('a range must not end before its start or exceed 31 days', () => {
  expect(() => checkTimeRange(range('2025-03-02', '2025-03-01'))).toThrow(malformed)
  expect(() => checkTimeRange(range('2025-03-01', '2025-04-01T00:00:00.000001Z'))).toThrow(malformed)
  expect(() => checkTimeRange(range('2025-03-01', '2025-04-01'))).not.toThrow()
})

test('an unknown time zone and a granularity that is none or centuries long are refused', () => {
  expect(() => timeBuckets(lasting(60), 'Europe/Oslo', 1e13)).toThrow(malformed)
  expect(() => timeBuckets(lasting(60), 'Mars/Olympus')).toThrow(malformed)
  expect(() => timeBuckets(lasting(60), 'UTC', 0)).toThrow(malformed)
})
