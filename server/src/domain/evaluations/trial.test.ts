import { expect, test } from 'vitest'
import { jsonTextOf } from '../../json/write.ts'
import type { StoredCall } from '../calls/call.ts'
import { rowDigest } from '../objects/digest.ts'
import { newTrial } from './trial.ts'

const REF = 'weave:///team/app'

function call(id: string, op_name: string, fields: Partial<StoredCall> = {}): StoredCall {
  return {
    project_id: 'team/app',
    id,
    trace_id: 't',
    parent_id: 'e1',
    thread_id: null,
    turn_id: null,
    op_name,
    display_name: null,
    started_at: 1_000_000,
    ended_at: 1_500_000,
    expire_at: null,
    wb_user_id: null,
    wb_run_id: null,
    wb_run_step: null,
    wb_run_step_end: null,
    is_span: false,
    failed: false,
    descendant_failed: false,
    usage_standing: null,
    kind: null,
    end_user: null,
    input_preview: null,
    output_preview: null,
    size_bytes: 0,
    attributes: null,
    otel_dump: null,
    inputs: null,
    output: null,
    summary: null,
    exception: null,
    ...fields,
  }
}

const trial = (output: object | null, inputs: object = {}, fields: Partial<StoredCall> = {}) =>
  call('t1', 'Evaluation.predict_and_score', {
    inputs: jsonTextOf(inputs),
    output: output && jsonTextOf(output),
    ...fields,
  })

test('a row is identified by the digest in its ref, or by its content', () => {
  const row = { q: 1 }

  const byRef = newTrial(trial({}, { example: `${REF}/object/d:abc/attr/rows/id/row1` }), [])
  const byContent = newTrial(trial({}, { example: row }), [])
  const byNothing = newTrial(trial({}), [])

  expect(byRef.row_digest).toBe('row1')
  expect(byContent.row_digest).toBe(rowDigest(jsonTextOf(row)))
  expect(byNothing.row_digest).toBe(rowDigest(jsonTextOf(null)))
})

test.each([
  ['a method that models have', [call('p', `${REF}/op/Bird.predict:1`)], 'p'],
  ['the op that is the model', [call('x', 'prepare'), call('p', `${REF}/op/answer:1`)], 'p'],
  ['the first call that is no scorer', [call('s', 'exact'), call('p', 'anything')], 'p'],
  ['no call where there are scorers only', [call('s', 'exact')], undefined],
])('the call of the model is %s', (_, children, id) => {
  const { predict_call } = newTrial(
    trial({ scores: { exact: 1 } }, { model: `${REF}/op/answer:1` }),
    children,
  )

  expect(predict_call?.id).toBe(id)
})

test('scorers are matched by name, and those with a custom name by order', () => {
  const output = { scores: { exact: 1, 'my judge': 2, 'my other': 3 } }
  const children = [
    call('p', 'Bird.predict'),
    call('s1', 'Judge.score'),
    call('s2', 'Judge.score'),
    call('s3', 'exact'),
  ]

  const { scorer_call_ids } = newTrial(trial(output), children)

  expect([...scorer_call_ids]).toEqual([
    ['exact', 's3'],
    ['my judge', 's1'],
    ['my other', 's2'],
  ])
})

test('ambiguous scorers are not guessed', () => {
  const children = [call('p', 'Bird.predict'), call('s1', 'Judge.score'), call('s2', 'format')]

  const { scorer_call_ids } = newTrial(trial({ scores: { mine: 1 } }), children)

  expect([...scorer_call_ids]).toEqual([])
})

test('the latency is that of the model call, else the reported one', () => {
  const reported = trial({ model_latency: { mean: 3 } })

  expect(newTrial(reported, [call('p', 'Bird.predict')]).model_latency_seconds).toBe(0.5)
  expect(newTrial(reported, []).model_latency_seconds).toBe(3)
  expect(newTrial(trial({ model_latency: 2 }), []).model_latency_seconds).toBe(2)
  expect(newTrial(trial({}), []).model_latency_seconds).toBeNull()
})

test('a trial without a result takes it from the calls below it', () => {
  const children = [
    call('p', 'Bird.predict', { output: jsonTextOf('tweet') }),
    call('s1', 'Judge.score', { output: jsonTextOf(true) }),
    call('s2', 'exact', { ended_at: null }),
  ]

  const { model_output, scores } = newTrial(trial(null, {}, { ended_at: null }), children)

  expect(model_output?.text).toBe('"tweet"')
  expect(scores.text).toBe('{"Judge":true}')
})
