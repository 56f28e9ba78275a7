import type { Score } from '@heddle/contract/compare/scores'
import { expect, test } from 'vitest'
import {
  binsOf,
  callIdsOf,
  expectedOf,
  figuresOf,
  matchingTrials,
  sortedTrials,
  type TrialRow,
  trialError,
} from './run.ts'

const EXACT: Score = { id: 'exact', scorer: 'exact', path: null, kind: 'binary' }
const TONE: Score = { id: 'tone', scorer: 'tone', path: null, kind: 'continuous' }

const row = (id: string, fields: Partial<TrialRow['trial']>, error?: string): TrialRow => ({
  id,
  digest: id,
  example: { question: `question ${id}` },
  error,
  trial: {
    predict_and_score_call_id: id,
    predict_call_id: null,
    model_output: null,
    scores: {},
    model_latency_seconds: null,
    total_tokens: null,
    total_cost: null,
    scorer_call_ids: {},
    ...fields,
  },
})

const rows = [
  row('a', { scores: { exact: true, tone: 0 }, model_latency_seconds: 1, total_tokens: 10 }),
  row('b', { scores: { exact: false, tone: 0.95 }, model_latency_seconds: 3, model_output: 'Sorry!' }),
  row('c', {}, 'Timeout'),
]

test('figures count what is known, and say nothing of the rest', () => {
  expect(figuresOf(rows)).toEqual({ errors: 1, p50: 1, p95: 3, tokens: 10, cost: null })
})

test('the error of a trial is its own, else that of the model', () => {
  const { trial } = row('a', { predict_call_id: 'model' })

  expect(callIdsOf([trial])).toEqual(['a', 'model'])
  expect(trialError(trial, new Map([['model', 'Timeout']]))).toBe('Timeout')
  expect(
    trialError(
      trial,
      new Map([
        ['a', 'No score'],
        ['model', 'Timeout'],
      ]),
    ),
  ).toBe('No score')
  expect(trialError(trial, new Map([['b', 'Timeout']]))).toBeUndefined()
})

test('a verdict has two ranges, a number ten, and each selects its trials', () => {
  expect(binsOf(rows, EXACT).map(({ count }) => count)).toEqual([1, 1])
  const bins = binsOf(rows, TONE)
  expect(bins).toHaveLength(10)
  expect(bins.map(({ count }) => count).join('')).toBe('1000000001')

  const ids = (score: Score, at: number) =>
    matchingTrials(rows, [EXACT, TONE], { words: '', only: 'all', score, bin: binsOf(rows, score)[at] }).map(
      ({ id }) => id,
    )
  expect([ids(EXACT, 0), ids(EXACT, 1), ids(TONE, 9)]).toEqual([['b'], ['a'], ['b']])
})

test('a range selects the trials that it counts', () => {
  const rated = [1, 2, 3, 3, 3, 4, 5].map((tone, at) => row(`r${at}`, { scores: { tone } }))

  for (const bin of binsOf(rated, TONE)) {
    const selected = matchingTrials(rated, [TONE], { words: '', only: 'all', score: TONE, bin })
    expect(selected).toHaveLength(bin.count)
  }
})

test('equal scores have one range', () => {
  expect(
    binsOf(
      [rows[0], rows[0]].flatMap((each) => each ?? []),
      TONE,
    ),
  ).toEqual([{ from: 0, to: 0, isLast: true, count: 2 }])
  expect(binsOf([], TONE)).toEqual([])
})

test('trials are found by words, verdicts and errors', () => {
  const ids = (words: string, only: 'all' | 'failed' | 'errors') =>
    matchingTrials(rows, [EXACT, TONE], { words, only, score: undefined, bin: undefined }).map(({ id }) => id)

  expect(ids('sorry', 'all')).toEqual(['b'])
  expect(ids('', 'failed')).toEqual(['b', 'c'])
  expect(ids('', 'errors')).toEqual(['c'])
})

test('trials without a value come last in both directions', () => {
  const ids = (direction: 'asc' | 'desc') =>
    sortedTrials(rows, ({ trial }) => trial.model_latency_seconds, direction).map(({ id }) => id)

  expect([ids('asc'), ids('desc')]).toEqual([
    ['a', 'b', 'c'],
    ['b', 'a', 'c'],
  ])
})

test('the expected output is found under its usual names', () => {
  expect(expectedOf({ question: 'x', expected: 'y' })).toBe('y')
  expect(expectedOf({ question: 'x' })).toBeUndefined()
  expect(expectedOf('x')).toBeUndefined()
})
