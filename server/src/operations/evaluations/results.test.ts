import { finishEvaluationRun } from '@heddle/contract/evaluations'
import { createPrediction, createScore } from '@heddle/contract/predictions'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { equal, finished, recordFinished } from '../../testing/builders.ts'
import {
  createRun,
  createScorer,
  evalResults,
  pathOf,
  predict,
  publishDataset,
  recordSdkEvaluation,
  type SdkTrial,
} from '../../testing/evaluations.ts'
import { newProject } from '../../testing/objects.ts'
import { openService, type Service } from '../../testing/service.ts'

let service: Service
beforeAll(async () => {
  service = await openService()
})
afterAll(() => service.close())

test('an evaluation made by the evaluation API is returned row by row, with a summary', async () => {
  const projectId = newProject()
  const exact = await createScorer(service, projectId, 'exact')
  const run = await createRun(service, projectId)
  await predict(service, projectId, run, { inputs: { q: 1 }, output: 'a', scores: { [exact]: true } })
  await predict(service, projectId, run, { inputs: { q: 1 }, output: 'b', scores: { [exact]: false } })
  await predict(service, projectId, run, { inputs: { q: 2 }, output: 'c', scores: { [exact]: true } })
  await service.call(finishEvaluationRun, { ...pathOf(projectId), evaluation_run_id: run })

  const results = await evalResults(service, projectId, {
    evaluation_run_ids: [run],
    include_raw_data_rows: true,
    include_summary: true,
    sort_by: [{ field: 'inputs.q', direction: 'asc' }],
  })

  expect(results).toMatchObject({
    total_rows: 2,
    warnings: [],
    rows: [
      {
        raw_data_row: { q: 1 },
        evaluations: [
          {
            evaluation_call_id: run,
            trials: [
              { model_output: 'a', scores: { exact: true }, scorer_call_ids: { exact: expect.any(String) } },
              { model_output: 'b', scores: { exact: false }, predict_call_id: expect.any(String) },
            ],
          },
        ],
      },
      { raw_data_row: { q: 2 }, evaluations: [{ trials: [{ model_output: 'c' }] }] },
    ],
    summary: {
      row_count: 2,
      evaluations: [
        {
          evaluation_call_id: run,
          evaluation_ref: 'eval://e',
          model_ref: 'model://m',
          trace_id: run,
          trial_count: 3,
          scorer_stats: [
            {
              scorer_key: 'exact',
              path: null,
              value_type: 'binary',
              trial_count: 3,
              pass_true_count: 2,
              pass_known_count: 3,
              pass_rate: 2 / 3,
              pass_signal_coverage: 1,
            },
          ],
        },
      ],
    },
  })
})

test('an unfinished prediction has its scores so far', async () => {
  const projectId = newProject()
  const scorer = await createScorer(service, projectId, 'exact')
  const run = await createRun(service, projectId)
  const { prediction_id } = await service.call(createPrediction, {
    ...pathOf(projectId),
    model: 'model://m',
    inputs: { q: 1 },
    output: 'x',
    evaluation_run_id: run,
  })
  await service.call(createScore, { ...pathOf(projectId), prediction_id, scorer, value: 0.5 })

  const { rows } = await evalResults(service, projectId, { evaluation_call_ids: [run] })

  expect(rows[0]?.evaluations[0]?.trials).toMatchObject([
    { predict_call_id: prediction_id, model_output: 'x', scores: { exact: 0.5 } },
  ])
})

test('evaluations that the Python SDK recorded are compared by the rows of their dataset', async () => {
  const projectId = newProject()
  const { rowRefs } = await publishDataset(service, projectId, [{ q: 'one' }, { q: 'two' }])
  const trials = (scores: readonly number[]): SdkTrial[] =>
    rowRefs.map((example, index) => ({ example, output: `o${index}`, scores: { Exact: scores[index] } }))
  await recordSdkEvaluation(service, projectId, 'e1', trials([0.2, 0.4]))
  await recordSdkEvaluation(service, projectId, 'e2', trials([1, 0.3]))
  const ids = { evaluation_call_ids: ['e1', 'e2'], include_raw_data_rows: true }

  const results = await evalResults(service, projectId, { ...ids, resolve_row_refs: true })
  const unresolved = await evalResults(service, projectId, ids)

  const row = (index: number) =>
    results.rows.find(({ row_digest }) => rowRefs[index]?.endsWith(`/${row_digest}`))
  expect(results.total_rows).toBe(2)
  expect(row(0)).toMatchObject({
    raw_data_row: { q: 'one' },
    evaluations: [
      {
        evaluation_call_id: 'e1',
        trials: [
          {
            predict_and_score_call_id: 'e1-t0',
            predict_call_id: 'e1-t0-predict',
            model_output: 'o0',
            scores: { Exact: 0.2 },
            scorer_call_ids: { Exact: 'e1-t0-Exact' },
            model_latency_seconds: 1.25,
            total_tokens: null,
            total_cost: null,
          },
        ],
      },
      { evaluation_call_id: 'e2', trials: [{ scores: { Exact: 1 } }] },
    ],
  })
  expect(new Set(unresolved.rows.map(({ raw_data_row }) => raw_data_row))).toEqual(new Set(rowRefs))
})

test('an evaluation recorded by the Node SDK is read by its own names', async () => {
  const projectId = newProject()
  const op = (name: string) => `weave:///${projectId}/op/${name}:abc`
  const below = { trace_id: 'e1', parent_id: 't1' }
  await recordFinished(
    service,
    finished(projectId, 'm1', { ...below, op_name: op('parrot'), output: 'x' }),
    finished(projectId, 's1', { ...below, op_name: op('isEqual'), output: true }),
    finished(projectId, 't1', {
      trace_id: 'e1',
      parent_id: 'e1',
      op_name: op('Evaluation.predictAndScore'),
      inputs: { model: op('parrot'), example: { q: 1 } },
      output: { model_success: true, model_output: 'x', scores: { isEqual: true }, model_latency: 0.5 },
    }),
    finished(projectId, 'e1', { trace_id: 'e1', op_name: op('Evaluation.evaluate') }),
  )

  const { rows } = await evalResults(service, projectId, { evaluation_call_ids: ['e1'] })
  const bare = await evalResults(service, projectId, {
    evaluation_call_ids: ['e1'],
    include_predict_and_score_children: false,
  })

  const trial = { model_output: 'x', scores: { isEqual: true } }
  expect(rows[0]?.evaluations[0]?.trials).toMatchObject([
    { ...trial, predict_call_id: 'm1', scorer_call_ids: { isEqual: 's1' } },
  ])
  expect(bare.rows[0]?.evaluations[0]?.trials).toMatchObject([
    { ...trial, predict_call_id: null, scorer_call_ids: {}, model_latency_seconds: 0.5 },
  ])
})

test('usage of the model is counted, with costs if requested', async () => {
  const projectId = newProject()
  await service.post('/cost/create', {
    project_id: projectId,
    costs: { m: { prompt_token_cost: 0.5, completion_token_cost: 2, effective_date: '2020-01-01' } },
  })
  const usage = { m: { prompt_tokens: 4, completion_tokens: 3 } }
  await recordSdkEvaluation(service, projectId, 'e1', [{ example: { q: 1 }, output: 'x', scores: {}, usage }])
  const ids = { evaluation_call_ids: ['e1'], include_summary: true }

  const priced = await evalResults(service, projectId, { ...ids, include_costs: true })
  const unpriced = await evalResults(service, projectId, ids)

  expect(priced.rows[0]?.evaluations[0]?.trials).toMatchObject([{ total_tokens: 7, total_cost: 8 }])
  expect(priced.summary?.evaluations).toMatchObject([{ predict_total_cost: 8 }])
  expect(unpriced.rows[0]?.evaluations[0]?.trials).toMatchObject([{ total_tokens: 7, total_cost: null }])
  expect(unpriced.summary?.evaluations).toMatchObject([{ predict_total_cost: null }])
})

test('an unknown evaluation has no rows, with a warning', async () => {
  const results = await evalResults(service, newProject(), {
    evaluation_call_ids: ['unknown'],
    include_summary: true,
  })

  expect(results).toMatchObject({ rows: [], total_rows: 0, warnings: [expect.stringContaining('unknown')] })
  expect(results.summary?.evaluations).toMatchObject([{ trial_count: 0, started_at: null, scorer_stats: [] }])
})

test('a row that does not exist stays a ref, with a warning', async () => {
  const projectId = newProject()
  const example = `weave:///${projectId}/object/gone:abc/attr/rows/id/row1`
  await recordSdkEvaluation(service, projectId, 'e1', [{ example, output: 1, scores: {} }])

  const results = await evalResults(service, projectId, {
    evaluation_call_ids: ['e1'],
    include_raw_data_rows: true,
    resolve_row_refs: true,
  })

  expect(results).toMatchObject({
    rows: [{ row_digest: 'row1', raw_data_row: example }],
    warnings: [expect.any(String)],
  })
})

test('keys with a meaning in JavaScript are treated like any other', async () => {
  const projectId = newProject()
  const scores = JSON.parse('{"__proto__": {"constructor": 1}}')
  await recordSdkEvaluation(service, projectId, 'e1', [{ example: { q: 1 }, output: 1, scores }])

  const results = await service.post(`/v2/${projectId}/eval_results/query`, {
    evaluation_call_ids: ['e1'],
    include_summary: true,
  })

  expect(results.text).toContain('"scores":{"__proto__":{"constructor":1}}')
  expect(Object(results.body).summary.evaluations[0].scorer_stats).toMatchObject([
    { scorer_key: '__proto__', path: 'constructor', numeric_mean: 1 },
  ])
})

test.each([
  ['no evaluation', {}, 422],
  ['an empty list of evaluations', { evaluation_call_ids: [] }, 422],
  [
    'a sort by what is not there',
    { evaluation_call_ids: ['e'], sort_by: [{ field: 'x', direction: 'asc' }] },
    422,
  ],
  [
    'a filter on what is not there',
    { evaluation_call_ids: ['e'], filters: [{ query: { $expr: equal('x', 1) } }] },
    422,
  ],
  ['a filter without a query', { evaluation_call_ids: ['e'], filters: [{}] }, 422],
  [
    'a filter on another evaluation',
    {
      evaluation_call_ids: ['e'],
      filters: [{ evaluation_call_id: 'f', query: { $expr: equal('scores.exact', 1) } }],
    },
    400,
  ],
  ['an unknown mode', { evaluation_call_ids: ['e'], filter_logic_operator: 'xor' }, 422],
  ['a negative page', { evaluation_call_ids: ['e'], limit: -1 }, 400],
])('%s is refused', async (_, body, status) => {
  expect(await service.post(`/v2/${newProject()}/eval_results/query`, body)).toMatchObject({ status })
})
