import { queryFeedback } from '@heddle/contract/feedback'
import { createScore, deleteScores, readScore } from '@heddle/contract/predictions'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { finished, idsOf, readOne, recordFinished } from '../../testing/builders.ts'
import { createRun, createScorer, evalResults, list, pathOf, predict } from '../../testing/evaluations.ts'
import { newProject } from '../../testing/objects.ts'
import { openService, type Service } from '../../testing/service.ts'

let service: Service
beforeAll(async () => {
  service = await openService()
})
afterAll(() => service.close())

/** A run with one finished prediction, and a scorer. */
async function given() {
  const projectId = newProject()
  const run = await createRun(service, projectId)
  const prediction_id = await predict(service, projectId, run, { inputs: { q: 1 }, output: 'x' })
  return { projectId, run, prediction_id, scorer: await createScorer(service, projectId, 'exact') }
}

const scoresOf = async (projectId: string, run: string) => {
  const { rows } = await evalResults(service, projectId, { evaluation_call_ids: [run] })
  return rows[0]?.evaluations[0]?.trials[0]?.scores
}

test('a score is a sibling call of its prediction, and feedback on it', async () => {
  const { projectId, run, prediction_id, scorer } = await given()

  const { score_id } = await service.call(createScore, {
    ...pathOf(projectId),
    prediction_id,
    scorer,
    value: { passed: true },
  })

  const prediction = await readOne(service, projectId, prediction_id)
  expect(await readOne(service, projectId, score_id)).toMatchObject({
    parent_id: prediction?.parent_id,
    trace_id: run,
    op_name: 'exact',
    inputs: { self: scorer, inputs: { q: 1 }, output: 'x' },
    output: { passed: true },
  })
  expect(await service.call(readScore, { ...pathOf(projectId), score_id })).toMatchObject({
    score_id,
    prediction_id,
    scorer,
    value: { passed: true },
    evaluation_run_id: run,
  })
  expect((await service.call(queryFeedback, { project_id: projectId })).result).toMatchObject([
    {
      weave_ref: `weave:///${projectId}/call/${prediction_id}`,
      feedback_type: 'wandb.runnable.exact',
      payload: { output: { passed: true } },
      runnable_ref: scorer,
      call_ref: `weave:///${projectId}/call/${score_id}`,
    },
  ])
})

test('a score on a finished prediction counts until it is deleted', async () => {
  const { projectId, run, prediction_id, scorer } = await given()
  expect(await scoresOf(projectId, run)).toEqual({})

  const { score_id } = await service.call(createScore, {
    ...pathOf(projectId),
    prediction_id,
    scorer,
    value: 1,
  })
  expect(await scoresOf(projectId, run)).toEqual({ exact: 1 })

  const reply = await service.call(deleteScores, {
    ...pathOf(projectId),
    score_ids: [score_id, prediction_id],
  })
  expect(reply).toEqual({ num_deleted: 1 })
  expect(await scoresOf(projectId, run)).toEqual({})
  expect((await service.call(queryFeedback, { project_id: projectId })).result).toEqual([])
})

test('scores that arrive together on a finished prediction all count', async () => {
  const { projectId, run, prediction_id } = await given()
  const names = ['a', 'b', 'c', 'd']
  const scorers = await Promise.all(names.map((name) => createScorer(service, projectId, name)))

  await Promise.all(
    scorers.map((scorer) =>
      service.call(createScore, { ...pathOf(projectId), prediction_id, scorer, value: 1 }),
    ),
  )

  expect(await scoresOf(projectId, run)).toEqual({ a: 1, b: 1, c: 1, d: 1 })
})

test('scores are listed by run', async () => {
  const { projectId, run, prediction_id, scorer } = await given()
  const other = await createRun(service, projectId)
  await predict(service, projectId, other, { inputs: {}, scores: { [scorer]: 2 } })
  await service.call(createScore, { ...pathOf(projectId), prediction_id, scorer, value: 3 })
  const values = async (query: string) =>
    (await list(service, projectId, `scores?${query}`)).map((score) => Object(score).value)

  expect(await values('')).toEqual([2, 3])
  expect(await values(`evaluation_run_id=${run}`)).toEqual([3])
  expect(await values('limit=1')).toEqual([2])
})

test('a scorer must be a ref, and a refused score stores nothing', async () => {
  const { projectId, prediction_id } = await given()
  const before = await idsOf(service, projectId)

  const reply = await service.post(`/v2/${projectId}/scores`, { prediction_id, scorer: 'exact', value: 1 })

  expect(reply).toMatchObject({ status: 400 })
  expect(await idsOf(service, projectId)).toEqual(before)
})

test('only predictions can be scored, and a call that is not a score is not found', async () => {
  const { projectId, scorer, run } = await given()
  await recordFinished(service, finished(projectId, 'c1'))
  const address = `/v2/${projectId}/scores`

  expect(await service.post(address, { prediction_id: run, scorer, value: 1 })).toMatchObject({ status: 404 })
  expect(await service.get(`${address}/c1`)).toMatchObject({ status: 404 })
  expect(await service.post(address, { scorer, value: 1 })).toMatchObject({ status: 422 })
  expect(await service.post(address, { prediction_id: 'p', scorer })).toMatchObject({ status: 422 })
})
