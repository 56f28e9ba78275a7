import { createFeedbackBatch, queryFeedback } from '@heddle/contract/feedback'
import { afterAll, expect, test } from 'vitest'
import { custom, note } from '../../testing/builders.ts'
import { newProject } from '../../testing/objects.ts'
import { openService } from '../../testing/service.ts'

const service = await openService()
afterAll(() => service.close())

const countOf = async (project_id: string) => (await service.call(queryFeedback, { project_id })).total_count

test('results are in the order of the items', async () => {
  const project_id = newProject()

  const { res } = await service.call(createFeedbackBatch, {
    batch: [note(project_id, 'a', { id: 'f1' }), custom(project_id, { score: 1 })],
  })

  expect(res).toMatchObject([
    { id: 'f1', payload: { note: 'a' } },
    { id: expect.stringMatching(/^[0-9a-f-]{36}$/), payload: { score: 1 } },
  ])
  expect(await countOf(project_id)).toBe(2)
})

test('an empty batch has an empty answer', async () => {
  expect(await service.call(createFeedbackBatch, { batch: [] })).toEqual({ res: [] })
})

test('a batch sent again changes nothing', async () => {
  const project_id = newProject()
  const batch = [note(project_id, 'a', { id: 'f1' }), note(project_id, 'b', { id: 'f2' })]

  await service.call(createFeedbackBatch, { batch })
  await service.call(createFeedbackBatch, { batch })

  expect(await countOf(project_id)).toBe(2)
})

test.each([
  [400, { payload: { note: '' } }],
  [400, { scorer_tags: ['x'] }],
  [422, { payload: [] }],
  [422, { weave_ref: null }],
])('one bad item is %i and stores nothing: %j', async (status, fields) => {
  const project_id = newProject()

  const reply = await service.post('/feedback/batch/create', {
    batch: [note(project_id, 'good'), { ...note(project_id, 'bad'), ...fields }],
  })

  expect(reply.status).toBe(status)
  expect(await countOf(project_id)).toBe(0)
})

test('a batch with one item of a forbidden project is 403 and stores nothing', async () => {
  const project_id = newProject()
  const { key } = await service.createUser({ entity: 'team' })
  const batch = [note(project_id, 'mine'), note('others/secret', 'theirs')]

  const reply = await service.post('/feedback/batch/create', { batch }, { key })

  expect(reply.status).toBe(403)
  expect(await countOf(project_id)).toBe(0)
})
