import { expect, test } from 'vitest'
import { largestSeries, stacked } from './series.ts'

test('a stacked series begins where the one below it ends', () => {
  const heights = stacked([
    [1, null, 3],
    [10, 20, null],
  ])

  expect(heights).toEqual([
    [1, 0, 3],
    [11, 20, 3],
  ])
})

test('series beyond the largest few are added up as others', () => {
  const named = new Map([
    ['small', [1, 0]],
    ['large', [9, 9]],
    ['tiny', [0, 1]],
    ['middle', [5, 5]],
  ])

  const series = largestSeries(named, 3, 'Others')

  expect(series.map(({ label, values }) => [label, values])).toEqual([
    ['large', [9, 9]],
    ['middle', [5, 5]],
    ['Others', [1, 1]],
  ])
})

test('few series need no others', () => {
  const series = largestSeries(new Map([['one', [1]]]), 3, 'Others')

  expect(series.map(({ label }) => label)).toEqual(['one'])
})
