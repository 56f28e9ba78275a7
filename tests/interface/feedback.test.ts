import { afterAll, describe, expect, test } from 'vitest'
import { newProject } from '../../server/src/testing/objects.ts'
import { openService } from '../../server/src/testing/service.ts'

const service = await openService()
afterAll(() => service.close())

/** Feedback in the spelling of the interface document. */
const feedback = (project_id: string, payload: object, fields: object = {}) => ({
  project_id,
  item_ref: `weave:///${project_id}/call/c1`,
  feedback_type: 'custom',
  payload,
  ...fields,
})

const replace = (project_id: string, payload: object, fields: object = {}) =>
  service.post('/feedback/replace', feedback(project_id, payload, { feedback_id: 'none', ...fields }))

const query = (project_id: string, request: object = {}) =>
  service.post('/feedback/query', { project_id, ...request })

describe('POST /feedback/replace', () => {
  test('answers with id, created_at, wb_user_id and payload', async () => {
    const reply = await replace(newProject(), { score: 1 })

    expect(reply.status).toBe(200)
    expect(reply.body).toEqual({
      id: expect.any(String),
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      wb_user_id: expect.any(String),
      payload: { score: 1 },
    })
  })

  test('replaces the record named by feedback_id', async () => {
    const project_id = newProject()
    await service.post('/feedback/create', feedback(project_id, { score: 1 }, { id: 'old' }))

    await replace(project_id, { score: 2 }, { feedback_id: 'old' })

    expect((await query(project_id)).body).toMatchObject({
      result: [{ payload: { score: 2 } }],
      total_count: 1,
    })
  })

  test('accepts null for every optional field', async () => {
    const unset = {
      creator: null,
      annotation_ref: null,
      runnable_ref: null,
      call_ref: null,
      trigger_ref: null,
      wb_user_id: null,
    }

    expect((await replace(newProject(), {}, unset)).status).toBe(200)
  })

  test('accepts the refs of a scorer', async () => {
    const project_id = newProject()
    const fields = {
      feedback_type: 'wandb.runnable.s',
      runnable_ref: `weave:///${project_id}/op/s:D`,
      call_ref: `weave:///${project_id}/call/c2`,
      trigger_ref: `weave:///${project_id}/object/monitor:D`,
      creator: 'Ada',
    }

    await replace(project_id, { output: 1 }, fields)

    expect((await query(project_id)).body).toMatchObject({
      result: [{ ...fields, weave_ref: `weave:///${project_id}/call/c1` }],
    })
  })

  test.each(['project_id', 'item_ref', 'feedback_type', 'payload', 'feedback_id'])(
    'without %s is 422',
    async (name) => {
      const body = { ...feedback(newProject(), {}), feedback_id: 'f', [name]: null }

      const reply = await service.post('/feedback/replace', body)

      expect(reply).toMatchObject({ status: 422, body: { detail: [expect.anything()] } })
    },
  )
})

describe('POST /feedback/query', () => {
  async function projectOfTwo(): Promise<string> {
    const project_id = newProject()
    await service.post('/feedback/create', feedback(project_id, { score: 1 }, { id: 'a' }))
    await service.post('/feedback/create', feedback(project_id, { score: 2 }, { id: 'b' }))
    return project_id
  }

  test('answers with the requested fields', async () => {
    const project_id = await projectOfTwo()

    const reply = await query(project_id, { fields: ['id', 'feedback_type', 'payload.score'] })

    expect(reply.body).toEqual({
      result: [
        { id: 'a', feedback_type: 'custom', 'payload.score': '1' },
        { id: 'b', feedback_type: 'custom', 'payload.score': '2' },
      ],
      total_count: 2,
    })
  })

  test.each([
    [['a', 'b'], { fields: null, query: null, sort_by: null, limit: null, offset: null }],
    [['b', 'a'], { sort_by: [{ field: 'payload.score', direction: 'desc' }] }],
    [['b'], { sort_by: [{ field: 'id', direction: 'asc' }], offset: 1 }],
    [['a'], { limit: 1 }],
    [['a', 'b'], { query: { $expr: { $and: [{ $literal: true }] } } }],
    [[], { query: { $expr: { $and: [{ $literal: true }, { $literal: false }] } } }],
  ])('finds %j with %j', async (ids, request) => {
    const { body } = await query(await projectOfTwo(), request)

    expect(body).toMatchObject({ result: ids.map((id) => ({ id })) })
  })
})
