import {
  comparisons,
  filtered,
  isKnownRun,
  overallScore,
  type RunSummary,
  scoresOf,
  type Trial,
  trialScore,
} from '@heddle/contract/compare/scores'
import { expect, test } from 'vitest'

const stats = (scorer_key: string, fields: Partial<RunSummary['scorer_stats'][number]>) => ({
  scorer_key,
  path: null,
  value_type: 'continuous' as const,
  trial_count: 1,
  numeric_count: 1,
  numeric_mean: null,
  pass_true_count: 0,
  pass_known_count: 0,
  pass_rate: null,
  pass_signal_coverage: null,
  ...fields,
})

const summary = (scorer_stats: RunSummary['scorer_stats']): RunSummary => ({
  evaluation_call_id: 'run',
  evaluation_ref: null,
  model_ref: null,
  display_name: null,
  trace_id: null,
  started_at: null,
  trial_count: 1,
  scorer_stats,
  predict_total_cost: null,
})

const trial = (scores: Trial['scores']): Trial => ({
  predict_and_score_call_id: 'x',
  predict_call_id: null,
  model_output: null,
  scores,
  model_latency_seconds: null,
  total_tokens: null,
  total_cost: null,
  scorer_call_ids: {},
})

const CORRECT = { id: 'exact.correct', scorer: 'exact', path: 'correct', kind: 'binary' } as const

test('the score of a run is the pass rate or the mean; texts are not scores', () => {
  const run = summary([
    stats('exact', { path: 'correct', value_type: 'binary', pass_rate: 0.75 }),
    stats('tone', { numeric_mean: 0.5 }),
    stats('reason', { value_type: 'text' }),
  ])

  const scores = scoresOf([run, run])

  expect(scores.map((score) => [score.id, overallScore(run, score)])).toEqual([
    ['exact.correct', 0.75],
    ['tone', 0.5],
  ])
})

test('a run without a call and without trials does not exist', () => {
  const run = summary([])

  expect(isKnownRun(run)).toBe(true)
  expect(isKnownRun({ ...run, trial_count: 0, trace_id: 'trace' })).toBe(true)
  expect(isKnownRun({ ...run, trial_count: 0 })).toBe(false)
})

test('the score of an example is the mean of its trials that have it', () => {
  const trials = [trial({ exact: { correct: true } }), trial({ exact: { correct: false } }), trial({})]

  expect(trialScore(trials, CORRECT)).toBe(0.5)
  expect(trialScore([], CORRECT)).toBeNull()
})

const example = (row_digest: string, before: boolean | undefined, after: boolean) => ({
  row_digest,
  raw_data_row: null,
  evaluations: [
    { evaluation_call_id: 'a', trials: before === undefined ? [] : [trial({ exact: { correct: before } })] },
    { evaluation_call_id: 'b', trials: [trial({ exact: { correct: after } })] },
  ],
})

test('regressions are examples where a run scores below the baseline', () => {
  const rows = comparisons(
    [
      example('worse', true, false),
      example('better', false, true),
      example('same', true, true),
      example('new', undefined, false),
    ],
    ['a', 'b'],
    CORRECT,
  )

  const digests = (shown: 'regressions' | 'improvements' | 'changed') =>
    filtered(rows, shown).map(({ digest }) => digest)
  expect(digests('regressions')).toEqual(['worse'])
  expect(digests('improvements')).toEqual(['better'])
  expect(digests('changed')).toEqual(['worse', 'better'])
})
