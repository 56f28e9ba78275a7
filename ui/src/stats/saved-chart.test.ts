import { expect, test } from 'vitest'
import type { SavedChart } from '../api/saved-charts.ts'
import { chartTitle, scoreSeries, statsSeries, withMoved } from './saved-chart.ts'

const chart = (fields: Partial<SavedChart>): SavedChart => ({
  id: 'a',
  title: '',
  measure: 'calls',
  feedback: '',
  scope: 'roots',
  split: '',
  filter: '',
  ...fields,
})

const TIMES = [0, 60]
const at = (second: number) => new Date(second * 1000).toISOString()

test.each([
  [{ measure: 'p95', split: 'enduser' }, 'p95 latency by user'],
  [{ measure: 'cost', split: 'attributes.env' }, 'Cost by attributes.env'],
  [{ measure: 'feedback', feedback: 'helpfulness' }, 'Mean helpfulness'],
  [{ title: 'Mine' }, 'Mine'],
] as const)('%j is titled %s', (fields, title) => {
  expect(chartTitle(chart(fields))).toBe(title)
})

test('a chart moves by one place, and not beyond the ends', () => {
  const charts = ['a', 'b', 'c'].map((id) => chart({ id }))
  const moved = (id: string, by: -1 | 1) => withMoved(charts, id, by).map((each) => each.id)

  expect(moved('b', -1)).toEqual(['b', 'a', 'c'])
  expect(moved('b', 1)).toEqual(['a', 'c', 'b'])
  expect(moved('a', -1)).toEqual(['a', 'b', 'c'])
  expect(moved('c', 1)).toEqual(['a', 'b', 'c'])
})

test('groups become series, most calls first; a count that is missing is zero', () => {
  const call_buckets = [
    { timestamp: at(0), group: 'few', sum_call_count: 1 },
    { timestamp: at(60), group: 'many', sum_call_count: 5 },
  ]

  const series = statsSeries('calls', { call_buckets, usage_buckets: [] }, TIMES)

  expect(series.map(({ label, values }) => [label, values])).toEqual([
    ['many', [0, 5]],
    ['few', [1, 0]],
  ])
})

test('the error rate of a bucket without calls is unknown', () => {
  const call_buckets = [{ timestamp: at(0), sum_call_count: 4, sum_error_count: 1 }]

  const [series] = statsSeries('error_rate', { call_buckets, usage_buckets: [] }, TIMES)

  expect(series?.values).toEqual([0.25, null])
})

test('usage of all models is added up', () => {
  const usage = (model: string, tokens: number) => ({
    timestamp: at(60),
    model,
    sum_input_tokens: tokens,
    sum_output_tokens: 1,
  })

  const [series] = statsSeries(
    'tokens',
    { call_buckets: [], usage_buckets: [usage('a', 2), usage('b', 3)] },
    TIMES,
  )

  expect(series?.values).toEqual([0, 7])
})

test('feedback is drawn per group, and categories have no mean', () => {
  const score = { name: 'tone', count: 1, counts: [1, 0], mean: 0.5, means: [0.5, null], values: [] }

  const series = scoreSeries([
    { ...score, group: 'prod', value_type: 'numeric' },
    { ...score, group: 'dev', value_type: 'categorical', means: [] },
  ])

  expect(series.map(({ label, values }) => [label, values])).toEqual([['prod', [0.5, null]]])
})
