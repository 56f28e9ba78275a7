import { expect, test } from 'vitest'
import { JsonText } from '../../json/text.ts'
import type { MeasuredTrial } from './results.ts'
import { newRowSort } from './results-query.ts'

const trial = (score: number): MeasuredTrial => ({
  id: 't',
  evaluation_call_id: 'e',
  row_digest: 'd',
  row: new JsonText('{}'),
  model_output: null,
  scores: new JsonText(`{"s":${score}}`),
  model_latency_seconds: null,
  predict_call: undefined,
  scorer_call_ids: new Map(),
  total_tokens: null,
  total_cost: null,
})

const row = (row_digest: string, scores: readonly number[]) => ({
  row_digest,
  row: new JsonText('{}'),
  inputs: new JsonText('{}'),
  trials: new Map(scores.map((score, index) => [`e${index}`, [trial(score)]])),
})

test('rows are sorted by the difference between evaluations, however many there are', () => {
  const sort = newRowSort([{ field: 'scores.s', direction: 'desc', mode: 'difference' }])
  const many = Array.from({ length: 150_000 }, (_, index) => index % 3)

  const rows = [row('none', []), row('narrow', [1, 2]), row('wide', many), row('one', [7])]

  const sorted = sort.sorted(rows.map((each) => ({ row: each, values: sort.valuesOf(each) })))

  expect(sorted.map(({ row_digest }) => row_digest)).toEqual(['wide', 'narrow', 'one', 'none'])
})
