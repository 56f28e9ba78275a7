import type { ScoreSeries } from '@heddle/contract/feedback-scores'
import { expect, test } from 'vitest'
import { scoreChart } from './scores.ts'

const score = (fields: Partial<ScoreSeries>): ScoreSeries => ({
  name: 'helpfulness',
  value_type: 'numeric',
  count: 4,
  counts: [1, 3],
  mean: 0.5,
  means: [0.25, 0.6],
  values: [],
  ...fields,
})

test('numbers are drawn as their mean', () => {
  expect(scoreChart(score({}))).toMatchObject({
    kind: 'lines',
    summary: 'mean 0.5 of 4 values',
    series: [{ label: 'Mean', values: [0.25, 0.6] }],
  })
})

test('booleans are drawn as the share of true', () => {
  const { summary, format } = scoreChart(score({ value_type: 'boolean' }))

  expect(summary).toBe('50% true of 4 values')
  expect(format(0.25)).toBe('25%')
})

test('categories are counted, and those that the response leaves out are others', () => {
  const values = [{ value: '👍', count: 2, counts: [1, 1] }]

  const { kind, series } = scoreChart(score({ value_type: 'categorical', mean: null, means: [], values }))

  expect(kind).toBe('bars')
  expect(series.map((each) => [each.label, each.values])).toEqual([
    ['👍', [1, 1]],
    ['Other', [0, 2]],
  ])
})

test('a category may be named like the others', () => {
  const values = [{ value: 'Other', count: 2, counts: [1, 1] }]

  const { series } = scoreChart(score({ value_type: 'categorical', mean: null, means: [], values }))

  expect(series.map((each) => [each.label, each.values])).toEqual([
    ['Other', [1, 1]],
    ['All others', [0, 2]],
  ])
})

test('few categories are drawn, and all others are one', () => {
  const values = ['a', 'b', 'c', 'd', 'e', 'f'].map((value) => ({ value, count: 2, counts: [1, 1] }))

  const { series } = scoreChart(score({ value_type: 'categorical', counts: [6, 9], values }))

  expect(series.map((each) => [each.label, each.values])).toEqual([
    ['a', [1, 1]],
    ['b', [1, 1]],
    ['c', [1, 1]],
    ['d', [1, 1]],
    ['Other', [2, 5]],
  ])
})
