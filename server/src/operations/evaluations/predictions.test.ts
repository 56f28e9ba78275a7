import {
  createPrediction,
  createScore,
  deletePredictions,
  finishPrediction,
  readPrediction,
} from '@heddle/contract/predictions'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { callsOf, finished, idsOf, readOne, recordFinished } from '../../testing/builders.ts'
import { createRun, createScorer, list, pathOf, predict } from '../../testing/evaluations.ts'
import { newProject } from '../../testing/objects.ts'
import { openService, type Service } from '../../testing/service.ts'

let service: Service
beforeAll(async () => {
  service = await openService()
})
afterAll(() => service.close())

const create = async (projectId: string, fields: object = {}) => {
  const request = { ...pathOf(projectId), model: 'model://m', inputs: { q: 1 }, output: 'x', ...fields }
  return (await service.call(createPrediction, request)).prediction_id
}

test('a prediction is returned as it was sent', async () => {
  const projectId = newProject()
  const spans = [{ trace_id: 't', span_id: 's' }]

  const prediction_id = await create(projectId, {
    inputs: { self: 'kept', n: 1 },
    output: null,
    genai_span_ref: spans,
  })

  expect(await service.call(readPrediction, { ...pathOf(projectId), prediction_id })).toMatchObject({
    prediction_id,
    model: 'model://m',
    inputs: { self: 'kept', n: 1 },
    output: null,
    evaluation_run_id: null,
    genai_span_ref: spans,
  })
})

test('in a run, a prediction is a child of a trial, which ends with it', async () => {
  const projectId = newProject()
  const run = await createRun(service, projectId)
  const id = await create(projectId, { evaluation_run_id: run })
  const trialId = (await readOne(service, projectId, id))?.parent_id ?? ''

  expect(await readOne(service, projectId, trialId)).toMatchObject({
    parent_id: run,
    trace_id: run,
    op_name: 'Evaluation.predict_and_score',
    inputs: { self: 'eval://e', model: 'model://m', example: { q: 1 } },
    ended_at: null,
  })

  await service.call(finishPrediction, { ...pathOf(projectId), prediction_id: id })

  expect(await readOne(service, projectId, trialId)).toMatchObject({
    ended_at: expect.any(String),
    output: { output: 'x', scores: {}, model_latency: { mean: 0 } },
  })
})

test('a prediction outside of runs can be finished too', async () => {
  const projectId = newProject()
  const prediction_id = await create(projectId)

  const reply = await service.call(finishPrediction, { ...pathOf(projectId), prediction_id })

  expect(reply).toEqual({ success: true })
})

test('calls that are not predictions or runs are not found', async () => {
  const projectId = newProject()
  await recordFinished(service, finished(projectId, 'c1'))
  const address = `/v2/${projectId}/predictions`
  const body = { model: 'm', inputs: {}, output: 1, evaluation_run_id: 'c1' }

  expect(await service.get(`${address}/c1`)).toMatchObject({ status: 404 })
  expect(await service.post(`${address}/c1/finish`, {})).toMatchObject({ status: 404 })
  expect(await service.post(address, body)).toMatchObject({ status: 404 })
  expect(await idsOf(service, projectId)).toEqual(['c1'])
})

test('predictions are listed by run', async () => {
  const projectId = newProject()
  const run = await createRun(service, projectId)
  const alone = await create(projectId)
  const [first, second] = [
    await predict(service, projectId, run, { inputs: { q: 1 } }),
    await predict(service, projectId, run, { inputs: { q: 2 } }),
  ]
  const ids = async (query: string) =>
    (await list(service, projectId, `predictions?${query}`)).map((it) => Object(it).prediction_id)

  expect(await ids('')).toEqual([alone, first, second])
  expect(await ids(`evaluation_run_id=${run}`)).toEqual([first, second])
  expect(await ids(`evaluation_run_id=${run}&limit=1&offset=1`)).toEqual([second])
  expect(await ids('evaluation_run_id=unknown')).toEqual([])
})

test('a prediction is deleted with its scores, and other calls are kept', async () => {
  const projectId = newProject()
  const run = await createRun(service, projectId)
  const scorer = await createScorer(service, projectId, 's')
  const within = await predict(service, projectId, run, { inputs: {}, scores: { [scorer]: 1 } })
  const alone = await create(projectId)
  await service.call(createScore, { ...pathOf(projectId), prediction_id: alone, scorer, value: 1 })

  const reply = await service.call(deletePredictions, {
    ...pathOf(projectId),
    prediction_ids: [within, alone, run],
  })

  expect(reply).toEqual({ num_deleted: 2 })
  expect(await idsOf(service, projectId)).toEqual([run])
})

test('credentials in the inputs are redacted, as in every call', async () => {
  const projectId = newProject()
  const run = await createRun(service, projectId)

  await create(projectId, { inputs: { api_key: 'secret' }, evaluation_run_id: run })

  expect(JSON.stringify(await callsOf(service, projectId))).not.toContain('secret')
})

test('a prediction needs a model, inputs and an output', async () => {
  const address = `/v2/${newProject()}/predictions`

  expect(await service.post(address, { inputs: {}, output: 1 })).toMatchObject({ status: 422 })
  expect(await service.post(address, { model: 'm', output: 1 })).toMatchObject({ status: 422 })
  expect(await service.post(address, { model: 'm', inputs: {} })).toMatchObject({ status: 422 })
  expect(await service.post(address, { model: 'm', inputs: [], output: 1 })).toMatchObject({ status: 422 })
})
