import { expect, test } from 'vitest'
import { percentile } from '../../meters.ts'
import { Distribution } from './distribution.ts'

const EXTREMES = { aggregations: [], percentiles: [0, 100] } as const

test('percentiles of no numbers are null', () => {
  expect([...new Distribution(EXTREMES).results('x')]).toEqual([
    ['p0_x', null],
    ['p100_x', null],
  ])
})

const ALL = {
  aggregations: ['sum', 'avg', 'min', 'max', 'count', 'count_true', 'count_false'],
  percentiles: [50, 99.9],
} as const

test('every aggregation is present under its key', () => {
  const distribution = new Distribution(ALL)
  for (const value of [4, 0, 1, -2, 2]) distribution.add(value)

  expect(Object.fromEntries(distribution.results('x'))).toEqual({
    sum_x: 5,
    avg_x: 1,
    min_x: -2,
    max_x: 4,
    count_x: 5,
    count_true_x: 4,
    count_false_x: 1,
    p50_x: 1,
    'p99.9_x': expect.closeTo(3.992),
  })
})

test('without numbers, sums, averages and counts are 0 and the rest is null', () => {
  expect(Object.fromEntries(new Distribution(ALL).results('x'))).toEqual({
    sum_x: 0,
    avg_x: 0,
    min_x: null,
    max_x: null,
    count_x: 0,
    count_true_x: 0,
    count_false_x: 0,
    p50_x: null,
    'p99.9_x': null,
  })
})

test('a percentile lies between its neighbours', () => {
  expect(percentile([10, 20], 50)).toBe(15)
  expect(percentile([10, 20, 30, 40], 25)).toBe(17.5)
  expect(percentile([10, 20], 0)).toBe(10)
  expect(percentile([10, 20], 100)).toBe(20)
  expect(percentile([7], 99)).toBe(7)
  expect(percentile([], 50)).toBeNull()
})
