import { createFeedback, queryFeedback, replaceFeedback } from '@heddle/contract/feedback'
import { afterAll, expect, test } from 'vitest'
import { custom, note } from '../../testing/builders.ts'
import { newProject } from '../../testing/objects.ts'
import { openService } from '../../testing/service.ts'

const service = await openService()
afterAll(() => service.close())

const rowsOf = async (project_id: string) => (await service.call(queryFeedback, { project_id })).result

test('the new row has a new id, and the old one is gone', async () => {
  const project_id = newProject()
  const old = await service.call(createFeedback, note(project_id, 'old', { creator: 'Ada' }))

  const reply = await service.call(replaceFeedback, { ...note(project_id, 'new'), feedback_id: old.id })

  expect(reply.id).not.toBe(old.id)
  expect(reply).toMatchObject({ payload: { note: 'new' }, wb_user_id: old.wb_user_id })
  expect(await rowsOf(project_id)).toMatchObject([{ id: reply.id, payload: { note: 'new' }, creator: null }])
})

test('a refused replacement leaves the old row as it was', async () => {
  const project_id = newProject()
  const old = await service.call(createFeedback, custom(project_id, { score: 1 }))
  const before = await rowsOf(project_id)

  const reply = await service.post('/feedback/replace', {
    ...custom(project_id, { score: 2 }, { scorer_tags: ['x'] }),
    feedback_id: old.id,
  })

  expect(reply).toMatchObject({ status: 400, body: { reason: expect.any(String) } })
  expect(await rowsOf(project_id)).toEqual(before)
})

test('replacing an unknown row is no error, and creates the new one', async () => {
  const project_id = newProject()

  const reply = await service.post('/feedback/replace', { ...note(project_id, 'n'), feedback_id: 'unknown' })

  expect(reply.status).toBe(200)
  expect(await rowsOf(project_id)).toMatchObject([{ payload: { note: 'n' } }])
})

test('other rows and those of other projects are kept', async () => {
  const [project_id, other] = [newProject(), newProject()]
  await service.call(createFeedback, note(project_id, 'a', { id: 'a' }))
  await service.call(createFeedback, note(project_id, 'b', { id: 'b' }))
  await service.call(createFeedback, note(other, 'theirs', { id: 'a' }))

  await service.call(replaceFeedback, { ...note(project_id, 'new'), feedback_id: 'a' })

  expect((await rowsOf(project_id)).map(({ payload }) => payload)).toEqual([{ note: 'b' }, { note: 'new' }])
  expect(await rowsOf(other)).toMatchObject([{ id: 'a' }])
})

test('the new row may have an id, even that of the old one', async () => {
  const project_id = newProject()
  await service.call(createFeedback, note(project_id, 'old', { id: 'f1' }))

  const reply = await service.call(replaceFeedback, {
    ...note(project_id, 'new', { id: 'f1' }),
    feedback_id: 'f1',
  })

  expect(reply.id).toBe('f1')
  expect(await rowsOf(project_id)).toMatchObject([{ id: 'f1', payload: { note: 'new' } }])
})

test('concurrent replacements leave one row each', async () => {
  const project_id = newProject()
  const old = await service.call(createFeedback, note(project_id, 'old'))

  const replies = await Promise.all(
    ['a', 'b', 'c'].map((text) =>
      service.call(replaceFeedback, { ...note(project_id, text), feedback_id: old.id }),
    ),
  )

  expect((await rowsOf(project_id)).map(({ id }) => id).sort()).toEqual(replies.map(({ id }) => id).sort())
})

test('a request without feedback_id is 422', async () => {
  const reply = await service.post('/feedback/replace', note(newProject(), 'n'))

  expect(reply).toMatchObject({ status: 422, body: { detail: [{ loc: ['body', 'feedback_id'] }] } })
})
