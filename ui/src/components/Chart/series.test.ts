import { expect, test } from 'vitest'
import { bucketLabel, bucketOver, chartLines, largestSeries, stacked, tickLabels } from './series.ts'

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

test('series beyond the largest are summed up as others', () => {
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

test('few series have no others', () => {
  const series = largestSeries(new Map([['one', [1]]]), 3, 'Others')

  expect(series.map(({ label }) => label)).toEqual(['one'])
})

const at = (text: string): number => new Date(text).getTime() / 1000

test('ticks within a day show the time, and midnight shows the day', () => {
  const ticks = [at('2025-03-01T18:00'), at('2025-03-02T00:00'), at('2025-03-02T06:00')]

  expect(tickLabels(ticks)).toEqual(['18:00', 'Mar 2', '06:00'])
})

test('ticks days apart show days', () => {
  expect(tickLabels([at('2025-03-01T00:00'), at('2025-03-03T00:00')])).toEqual(['Mar 1', 'Mar 3'])
})

test('a bucket of a day needs no time', () => {
  expect(bucketLabel(at('2025-03-01T00:00'), 86_400)).toBe('Mar 1')
  expect(bucketLabel(at('2025-03-01T09:05'), 300)).toBe('Mar 1 09:05')
})

test('a bucket lasts until the next one begins', () => {
  expect([-5, 0, 9, 10, 19, 35].map((second) => bucketOver([0, 10, 20], second))).toEqual([0, 0, 0, 1, 1, 2])
})

test('the values of a chart are lines with UTC times, and gaps stay empty', () => {
  const series = [{ label: 'p50', colour: '--series-1', values: [1, null] }]

  expect(chartLines([0, 60], series)).toEqual([
    ['time', 'p50'],
    ['1970-01-01T00:00:00.000Z', 1],
    ['1970-01-01T00:01:00.000Z', null],
  ])
})
