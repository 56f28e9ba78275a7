import { createFeedback, queryFeedback } from '@heddle/contract/feedback'
import { afterAll, expect, test } from 'vitest'
import { custom, note } from '../../testing/builders.ts'
import { newProject } from '../../testing/objects.ts'
import { openService } from '../../testing/service.ts'

const service = await openService()
afterAll(() => service.close())

const rowsOf = async (project_id: string) => (await service.call(queryFeedback, { project_id })).result

test('new feedback is answered with the fields that the service added', async () => {
  const project_id = newProject()
  const { user, key } = await service.createUser({ entity: 'team' })

  const reply = await service.call(createFeedback, note(project_id, 'wrong unit', { creator: 'Ada' }), {
    key,
  })

  expect(reply).toEqual({
    id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{6})?Z$/),
    wb_user_id: user.id,
    payload: { note: 'wrong unit' },
  })
})

test('a row has the fields that were sent, and defaults for the rest', async () => {
  const project_id = newProject()

  const created = await service.call(createFeedback, note(project_id, 'n', { creator: 'Ada' }))

  expect(await rowsOf(project_id)).toEqual([
    {
      ...created,
      project_id,
      weave_ref: `weave:///${project_id}/call/c1`,
      creator: 'Ada',
      feedback_type: 'wandb.note.1',
      annotation_ref: null,
      runnable_ref: null,
      call_ref: null,
      trigger_ref: null,
    },
  ])
})

test('the subject may be sent as item_ref, and need not exist or be a valid ref', async () => {
  const project_id = newProject()
  const { weave_ref: _, ...rest } = note(project_id, 'n')

  await service.call(createFeedback, { ...rest, item_ref: 'weave:///acme/demo/obj/123:abc' })

  expect(await rowsOf(project_id)).toMatchObject([{ weave_ref: 'weave:///acme/demo/obj/123:abc' }])
})

test('an empty id is none', async () => {
  const project_id = newProject()

  await service.call(createFeedback, note(project_id, 'first', { id: '' }))
  await service.call(createFeedback, note(project_id, 'second', { id: '' }))

  expect(await rowsOf(project_id)).toHaveLength(2)
})

test('an id that was sent is kept, and sending it again replaces the row', async () => {
  const project_id = newProject()

  await service.call(createFeedback, note(project_id, 'first', { id: 'f1' }))
  await service.call(createFeedback, note(project_id, 'second', { id: 'f1' }))

  expect(await rowsOf(project_id)).toMatchObject([{ id: 'f1', payload: { note: 'second' } }])
})

test('the same id in another project is another row', async () => {
  const [project_id, other] = [newProject(), newProject()]

  await service.call(createFeedback, note(project_id, 'here', { id: 'f1' }))
  await service.call(createFeedback, note(other, 'there', { id: 'f1' }))

  expect(await rowsOf(project_id)).toMatchObject([{ payload: { note: 'here' } }])
})

test('the same feedback may be given twice', async () => {
  const project_id = newProject()
  const thumb = note(project_id, '', { feedback_type: 'wandb.reaction.1', payload: { emoji: '👍' } })

  await service.call(createFeedback, thumb)
  await service.call(createFeedback, thumb)

  expect(await rowsOf(project_id)).toHaveLength(2)
})

test('a user in the request is replaced by that of the key', async () => {
  const project_id = newProject()
  const { user, key } = await service.createUser({ entity: 'team' })

  const reply = await service.call(createFeedback, note(project_id, 'n', { wb_user_id: 'other' }), { key })

  expect(reply.wb_user_id).toBe(user.id)
})

test('a payload may have 1 MiB of text and no more', async () => {
  const project_id = newProject()
  const payloadOf = (length: number) => ({ t: 'x'.repeat(length - '{"t":""}'.length) })

  const full = await service.post('/feedback/create', custom(project_id, payloadOf(1_048_576)))
  const over = await service.post('/feedback/create', custom(project_id, payloadOf(1_048_577)))

  expect(full.status).toBe(200)
  expect(over).toMatchObject({ status: 400, body: { reason: expect.any(String) } })
  expect(await rowsOf(project_id)).toHaveLength(1)
})

test.each([
  ['weave_ref', { weave_ref: null }],
  ['feedback_type', { feedback_type: null }],
  ['payload', { payload: null }],
  ['payload', { payload: [] }],
  ['payload', { payload: 'x' }],
  ['scorer_tags', { scorer_tags: 'x' }],
  ['scorer_ratings', { scorer_ratings: { a: 'x' } }],
  ['creator', { creator: 5 }],
])('an invalid %s is 422: %j', async (name, fields) => {
  const reply = await service.post('/feedback/create', { ...custom(newProject(), {}), ...fields })

  const loc = expect.arrayContaining(['body', name])
  expect(reply).toMatchObject({ status: 422, body: { detail: [{ loc }] } })
})
