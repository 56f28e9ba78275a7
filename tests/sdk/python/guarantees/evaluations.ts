import { queryFeedback } from '@heddle/contract/feedback'
import { expect, test } from 'vitest'
import type { SdkSuite } from '../../sdk-suite.ts'
import { opOf, pathsOf } from '../../stored-calls.ts'

const PROJECT = 'team/app'

export function evaluationGuarantees(suite: SdkSuite): void {
  /** The calls of the trace in which an op takes part. */
  const traceWith = async (op: string) => {
    const calls = await suite.callsOf(PROJECT)
    const trace = calls.find((call) => opOf(call) === op)?.trace_id
    return calls.filter((call) => call.trace_id === trace)
  }
  const scoresBy = async (scorer: string) => {
    const { result } = await suite.client.call(queryFeedback, { project_id: PROJECT })
    return result.filter((row) => row.feedback_type === `wandb.runnable.${scorer}`).map((row) => row.payload)
  }

  test('an Evaluation is kept as a tree of predictions and scores', async () => {
    expect(suite.resultOf('evaluations')).toEqual({
      exact: { true_count: 1, true_fraction: 1 / 3 },
      scored: ['France', 'Italy', 'Spain'],
    })

    const calls = await traceWith('always_paris')
    const row = 'Evaluation.evaluate > Evaluation.predict_and_score'
    expect(pathsOf(calls)).toEqual([
      'Evaluation.evaluate',
      ...Array(3).fill(row),
      ...Array(3).fill(`${row} > always_paris`),
      ...Array(3).fill(`${row} > exact`),
      'Evaluation.evaluate > Evaluation.summarize',
    ])
    expect(calls[0]).toMatchObject({ output: { exact: { true_count: 1 } }, exception: null })
    expect(await scoresBy('exact')).toHaveLength(3)
  })

  test('an EvaluationLogger keeps predictions, scores and summary', async () => {
    suite.resultOf('evaluation_logger')

    const calls = await traceWith('correct')
    expect(calls.filter((call) => opOf(call) === 'Evaluation.predict_and_score')).toHaveLength(2)
    expect(calls[0]).toMatchObject({ output: { output: { note: 'half right' }, correct: { mean: 0.5 } } })
    expect(new Set(await scoresBy('correct'))).toEqual(new Set([{ output: 1 }, { output: 0 }]))
  })

  test('a scorer applied to a call leaves its result as feedback', async () => {
    expect(suite.resultOf('scorers_on_calls')).toEqual({ short: false })

    expect(await scoresBy('Length')).toMatchObject([{ output: { short: false } }])
  })
}
