import { readEvaluationStatus } from '@heddle/contract/evaluations'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { end, finished, record, recordFinished, start } from '../../testing/builders.ts'
import {
  createRun,
  predict,
  publishDataset,
  publishEvaluation,
  recordSdkEvaluation,
} from '../../testing/evaluations.ts'
import { newProject } from '../../testing/objects.ts'
import { openService, type Service } from '../../testing/service.ts'

let service: Service
beforeAll(async () => {
  service = await openService()
})
afterAll(() => service.close())

const statusOf = async (project_id: string, call_id: string) =>
  (await service.call(readEvaluationStatus, { project_id, call_id })).status

test('a running evaluation has the number of finished trials', async () => {
  const projectId = newProject()
  const dataset = await publishDataset(service, projectId, [{ q: 1 }, { q: 2 }, { q: 3 }])
  const evaluation = await publishEvaluation(service, projectId, { dataset: dataset.ref, trials: 2 })
  const trial = { parent_id: 'e1', trace_id: 'e1', op_name: 'Evaluation.predict_and_score' }
  await record(
    service,
    start(projectId, {
      id: 'e1',
      trace_id: 'e1',
      op_name: `weave:///${projectId}/op/Evaluation.evaluate:abc`,
      inputs: { self: evaluation },
    }),
    start(projectId, { id: 't1', ...trial }),
    end(projectId, 't1'),
    start(projectId, { id: 't2', ...trial }),
    start(projectId, { id: 's1', ...trial, op_name: 'Evaluation.summarize' }),
  )

  expect(await statusOf(projectId, 'e1')).toEqual({ code: 'running', completed_rows: 1, total_rows: 6 })
})

test('without a known dataset, started trials are counted', async () => {
  const projectId = newProject()
  const run = await createRun(service, projectId)
  await predict(service, projectId, run, { inputs: {} })

  expect(await statusOf(projectId, run)).toEqual({ code: 'running', completed_rows: 1, total_rows: 1 })
})

test('a finished evaluation has its output, and a failed one its error', async () => {
  const projectId = newProject()
  await recordSdkEvaluation(service, projectId, 'e1', [], { output: { exact: { mean: 1 } } })
  await recordSdkEvaluation(service, projectId, 'e2', [], { exception: 'boom' })

  expect(await statusOf(projectId, 'e1')).toEqual({ code: 'complete', output: { exact: { mean: 1 } } })
  expect(await statusOf(projectId, 'e2')).toEqual({ code: 'failed', error: 'boom' })
})

test('an unknown call is not found, and a call that is not an evaluation is refused', async () => {
  const projectId = newProject()
  await recordFinished(service, finished(projectId, 'c1'))
  const body = { project_id: projectId, call_id: 'c1' }

  expect(await statusOf(projectId, 'unknown')).toEqual({ code: 'not_found' })
  expect(await service.post('/evaluations/status', body)).toMatchObject({ status: 400 })
  expect(await service.post('/evaluations/status', { project_id: projectId })).toMatchObject({ status: 422 })
})
