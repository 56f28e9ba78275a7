import { expect, test } from 'vitest'
import { jsonTextOf } from '../../json/write.ts'
import { inTurns } from '../../turns.ts'
import { averageScores, scoreStats } from './score-stats.ts'

const scores = (...all: object[]) => all.map(jsonTextOf)

test('numbers, booleans and texts are counted separately, path by path', async () => {
  const stats = await inTurns(
    scoreStats(
      scores({ judge: { passed: true, why: 'good' }, speed: 2 }, { judge: { passed: false }, speed: 4 }),
    ),
  )

  expect(stats).toMatchObject([
    { scorer_key: 'judge', path: ['passed'], value_type: 'binary', pass_known_count: 2, pass_rate: 0.5 },
    { scorer_key: 'judge', path: ['why'], value_type: 'text', trial_count: 1, pass_rate: null },
    { scorer_key: 'speed', path: [], value_type: 'continuous', numeric_count: 2, numeric_mean: 3 },
  ])
})

test('nulls and lists are ignored', async () => {
  expect(await inTurns(scoreStats(scores({ a: null, b: [1, 2], c: {} })))).toEqual([])
})

test('averages keep the shape of the scores, and leave texts out', async () => {
  const averages = await inTurns(
    averageScores(
      scores({ judge: { passed: true, why: 'good' }, speed: 2 }, { judge: { passed: true }, speed: 3 }),
    ),
  )

  expect(JSON.parse(averages.text)).toEqual({
    judge: { passed: { true_count: 2, true_fraction: 1 } },
    speed: { mean: 2.5 },
  })
})

test('a scorer that changes the shape of its scores loses none of them', async () => {
  const averages = await inTurns(averageScores(scores({ a: 1 }, { a: { b: true } })))

  expect(JSON.parse(averages.text)).toEqual({ a: { mean: 1, b: { true_count: 1, true_fraction: 1 } } })
})

test('no scores have no averages', async () => {
  expect((await inTurns(averageScores([]))).text).toBe('{}')
})
