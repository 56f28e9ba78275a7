import { queryFeedback } from '@heddle/contract/feedback'
import { expect, test } from 'vitest'
import { opOf, pathsOf } from '../stored-calls.ts'
import { storedRows } from '../stored-objects.ts'
import { describeNodeSdks } from './node-suite.ts'

describeNodeSdks(['calls', 'evaluations'], (suite) => {
  test('calls are listed in order, by op, up to a limit, and one by one', () => {
    expect(suite.resultOf('listedCalls')).toEqual({
      all: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9],
      limited: 4,
      evens: 6,
      first: true,
    })
  })

  test('tokens add up to costs, at prices of the project', async () => {
    const costs = {
      prompt_tokens: 2000,
      completion_tokens: 1000,
      prompt_tokens_total_cost: 2,
      completion_tokens_total_cost: 2,
    }

    expect(suite.resultOf('costs')).toMatchObject(costs)
    const [root] = await suite.callsOf('team/costs')
    expect(root?.summary).toMatchObject({ weave: { costs: { 'house-model': costs } } })
  })

  test('a call is renamed', async () => {
    suite.resultOf('renamedCalls')

    expect(await suite.callsOf('team/renamedCalls')).toMatchObject([{ display_name: 'The first of all' }])
  })

  test('a call is deleted with its children', async () => {
    expect(suite.resultOf('deletedCalls')).toEqual({ num_deleted: 2 })

    expect(await suite.callsOf('team/deletedCalls')).toMatchObject([{ output: 2 }, { output: 2 }])
  })

  test('reactions, notes and feedback of any type are kept', async () => {
    suite.resultOf('feedback')

    const { result } = await suite.client.call(queryFeedback, {
      project_id: 'team/feedback',
      sort_by: [{ field: 'created_at', direction: 'asc' }],
    })
    expect(result.map(({ feedback_type, payload }) => ({ feedback_type, payload }))).toMatchObject([
      { feedback_type: 'wandb.reaction.1', payload: { emoji: '👍' } },
      { feedback_type: 'wandb.note.1', payload: { note: 'right' } },
      { feedback_type: 'grade', payload: { marks: 9.5 } },
    ])
  })

  test('an Evaluation is kept as a tree of predictions and scores', async () => {
    expect(suite.resultOf('evaluations')).toMatchObject({ true_count: 1 })

    const calls = await suite.callsOf('team/evaluations')
    const row = ['Evaluation.evaluate > Evaluation.predictAndScore']
    expect(pathsOf(calls)).toEqual([
      'Evaluation.evaluate',
      ...Array(3).fill(`${row}`),
      ...Array(3).fill(`${row} > alwaysParis`),
      ...Array(3).fill(`${row} > exact`),
    ])
    expect(calls[0]?.output).toMatchObject({ exact: { true_count: 1 } })
    expect(await storedRows(suite.client, 'team/evaluations', 'capitals')).toHaveLength(3)
  })

  test.skipIf(suite.isOlder)('an EvaluationLogger keeps predictions, scores and summary', async () => {
    suite.resultOf('evaluationLogger')

    const calls = await suite.callsOf('team/evaluationLogger')
    const { result } = await suite.client.call(queryFeedback, { project_id: 'team/evaluationLogger' })
    expect(calls.filter((call) => opOf(call) === 'Evaluation.predict_and_score')).toHaveLength(2)
    expect(calls.find((call) => opOf(call) === 'Evaluation.evaluate')?.output).toMatchObject({
      note: 'half right',
    })
    expect(result.map((row) => row.feedback_type)).toEqual(Array(2).fill('wandb.runnable.correct'))
  })
})
