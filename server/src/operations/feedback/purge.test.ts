import { createFeedbackBatch, purgeFeedback, queryFeedback } from '@heddle/contract/feedback'
import { afterAll, expect, test } from 'vitest'
import { equal, field, literal, note } from '../../testing/builders.ts'
import { newProject } from '../../testing/objects.ts'
import { openService } from '../../testing/service.ts'

const service = await openService()
afterAll(() => service.close())

async function projectOfThree(): Promise<string> {
  const project_id = newProject()
  await service.call(createFeedbackBatch, {
    batch: ['a', 'b', 'c'].map((id) => note(project_id, 'n', { id })),
  })
  return project_id
}

const idsOf = async (project_id: string) =>
  (await service.call(queryFeedback, { project_id, fields: ['id'] })).result.map(({ id }) => id)

test('feedback is purged by $eq on its id, and by $or of those', async () => {
  const project_id = await projectOfThree()

  const reply = await service.call(purgeFeedback, { project_id, query: { $expr: equal('id', 'a') } })
  const afterOne = await idsOf(project_id)
  await service.call(purgeFeedback, {
    project_id,
    query: { $expr: { $or: [equal('id', 'b'), equal('id', 'unknown')] } },
  })

  expect(reply).toEqual({})
  expect(afterOne).toEqual(['b', 'c'])
  expect(await idsOf(project_id)).toEqual(['c'])
})

test('feedback of another project stays', async () => {
  const project_id = await projectOfThree()

  await service.call(purgeFeedback, { project_id: newProject(), query: { $expr: equal('id', 'a') } })

  expect(await idsOf(project_id)).toEqual(['a', 'b', 'c'])
})

test.each([
  ['another field', equal('feedback_type', 'wandb.note.1')],
  ['$in on id', { $in: [field('id'), [literal('a')]] }],
  ['$and', { $and: [equal('id', 'a')] }],
  ['reversed operands', { $eq: [literal('a'), field('id')] }],
  ['a literal that is no text', equal('id', 5)],
  ['an empty $or', { $or: [] }],
  ['$or with something else', { $or: [equal('id', 'a'), { $not: [equal('id', 'b')] }] }],
])('%s is 400 and purges nothing', async (_, $expr) => {
  const project_id = await projectOfThree()

  const reply = await service.post('/feedback/purge', { project_id, query: { $expr } })

  expect(reply).toMatchObject({ status: 400, body: { reason: expect.any(String) } })
  expect(await idsOf(project_id)).toEqual(['a', 'b', 'c'])
})

test.each([{}, { query: null }, { query: {} }, { query: 5 }])('%j is 422', async (request) => {
  const reply = await service.post('/feedback/purge', { project_id: newProject(), ...request })

  const loc = expect.arrayContaining(['body', 'query'])
  expect(reply).toMatchObject({ status: 422, body: { detail: [{ loc }] } })
})

test('a key that may only read does not purge', async () => {
  const project_id = await projectOfThree()
  const { key } = await service.createUser({ entity: 'team', role: 'viewer' })

  const reply = await service.post(
    '/feedback/purge',
    { project_id, query: { $expr: equal('id', 'a') } },
    { key },
  )

  expect(reply.status).toBe(403)
})
