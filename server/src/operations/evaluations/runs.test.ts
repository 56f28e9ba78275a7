import {
  createEvaluationRun,
  deleteEvaluationRuns,
  finishEvaluationRun,
  readEvaluationRun,
} from '@heddle/contract/evaluations'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { end, finished, idsOf, readOne, record, recordFinished, start } from '../../testing/builders.ts'
import {
  createRun,
  createScorer,
  list,
  pathOf,
  predict,
  recordSdkEvaluation,
} from '../../testing/evaluations.ts'
import { newProject } from '../../testing/objects.ts'
import { openService, type Service } from '../../testing/service.ts'

let service: Service
beforeAll(async () => {
  service = await openService()
})
afterAll(() => service.close())

const read = (projectId: string, evaluation_run_id: string) =>
  service.call(readEvaluationRun, { ...pathOf(projectId), evaluation_run_id })

test('a run is a call at the root of a trace of its own', async () => {
  const projectId = newProject()

  const { evaluation_run_id: id } = await service.call(createEvaluationRun, {
    ...pathOf(projectId),
    evaluation: 'eval://e',
    model: 'model://m',
    source_evaluation_run_id: 'r0',
  })

  expect(await readOne(service, projectId, id)).toMatchObject({
    id,
    trace_id: id,
    parent_id: null,
    op_name: 'Evaluation.evaluate',
    inputs: { self: 'eval://e', model: 'model://m' },
    attributes: { weave: { evaluation_run: 'true', evaluation: 'eval://e', model: 'model://m' } },
  })
  expect(await read(projectId, id)).toMatchObject({
    evaluation: 'eval://e',
    model: 'model://m',
    status: 'running',
    finished_at: null,
    source_evaluation_run_id: 'r0',
  })
})

test('a finished run has its average scores as output, and the given summary', async () => {
  const projectId = newProject()
  const [accuracy, judge] = [
    await createScorer(service, projectId, 'accuracy'),
    await createScorer(service, projectId, 'judge'),
  ]
  const id = await createRun(service, projectId)
  await predict(service, projectId, id, {
    inputs: { q: 1 },
    scores: { [accuracy]: 0.5, [judge]: { passed: true, why: 'good' } },
  })
  await predict(service, projectId, id, {
    inputs: { q: 2 },
    scores: { [accuracy]: 1, [judge]: { passed: false } },
  })

  const reply = await service.call(finishEvaluationRun, {
    ...pathOf(projectId),
    evaluation_run_id: id,
    summary: { note: 'fine' },
  })

  expect(reply).toEqual({ success: true })
  expect((await readOne(service, projectId, id))?.output).toEqual({
    accuracy: { mean: 0.75 },
    judge: { passed: { true_count: 1, true_fraction: 0.5 } },
  })
  expect(await read(projectId, id)).toMatchObject({ status: 'completed', summary: { note: 'fine' } })
})

test('a call that is not an evaluation is not a run', async () => {
  const projectId = newProject()
  await record(service, start(projectId, { id: 'c1' }))
  const address = `/v2/${projectId}/evaluation_runs`

  expect(await service.get(`${address}/c1`)).toMatchObject({ status: 404 })
  expect(await service.get(`${address}/unknown`)).toMatchObject({ status: 404 })
  expect(await service.post(`${address}/c1/finish`, {})).toMatchObject({ status: 404 })
})

test('runs of an SDK are read like any other', async () => {
  const projectId = newProject()
  await recordSdkEvaluation(service, projectId, 'e1', [])
  await record(
    service,
    start(projectId, { id: 'e2', op_name: 'Evaluation.evaluate' }),
    end(projectId, 'e2', { exception: 'out of tokens' }),
  )

  expect(await read(projectId, 'e1')).toMatchObject({
    evaluation: `weave:///${projectId}/object/quiz-eval:abc`,
    status: 'completed',
  })
  expect(await read(projectId, 'e2')).toMatchObject({ evaluation: '', status: 'failed' })
})

test('runs are listed oldest first, by evaluation, model or id, in either spelling', async () => {
  const projectId = newProject()
  const first = await createRun(service, projectId, 'model://a')
  const second = await createRun(service, projectId, 'model://b')
  await recordFinished(service, finished(projectId, 'other'))
  const ids = async (query: string) =>
    (await list(service, projectId, `evaluation_runs?${query}`)).map((run) => Object(run).evaluation_run_id)

  expect(await ids('')).toEqual([first, second])
  expect(await ids('limit=1&offset=1')).toEqual([second])
  expect(await ids('models=model://b')).toEqual([second])
  expect(await ids('model_refs=model://a,model://b')).toEqual([first, second])
  expect(await ids('models=model://a&models=model://b&evaluations=eval://e')).toEqual([first, second])
  expect(await ids('evaluation_refs=eval://none')).toEqual([])
  expect(await ids(`evaluation_run_ids=${first}`)).toEqual([first])
})

test('a run is deleted with its descendants, and other calls are kept', async () => {
  const projectId = newProject()
  const id = await createRun(service, projectId)
  await predict(service, projectId, id, { inputs: {} })
  await recordFinished(service, finished(projectId, 'other'))

  const reply = await service.call(deleteEvaluationRuns, {
    ...pathOf(projectId),
    evaluation_run_ids: [id, id, 'other', 'unknown'],
  })

  expect(reply).toEqual({ num_deleted: 1 })
  expect(await idsOf(service, projectId)).toEqual(['other'])
})

test('runs are deleted by ids that a client joins with commas', async () => {
  const projectId = newProject()
  const ids = [await createRun(service, projectId), await createRun(service, projectId)]

  const url = `/v2/${projectId}/evaluation_runs?evaluation_run_ids=${ids.join(',')}`
  const { body } = await service.request({ method: 'DELETE', url })

  expect(body).toEqual({ num_deleted: 2 })
})

test('a run needs an evaluation and a model, and a deletion needs ids', async () => {
  const address = `/v2/${newProject()}/evaluation_runs`

  expect(await service.post(address, { model: 'm' })).toMatchObject({ status: 422 })
  expect(await service.post(address, { evaluation: 'e' })).toMatchObject({ status: 422 })
  expect(await service.request({ method: 'DELETE', url: address })).toMatchObject({ status: 422 })
})
