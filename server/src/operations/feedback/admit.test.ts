import { createFeedback, type FeedbackCreateRequest, queryFeedback } from '@heddle/contract/feedback'
import { afterAll, describe, expect, test } from 'vitest'
import { custom, note } from '../../testing/builders.ts'
import { newProject, publish } from '../../testing/objects.ts'
import { openService } from '../../testing/service.ts'

const service = await openService()
afterAll(() => service.close())

const rowsOf = async (project_id: string) => (await service.call(queryFeedback, { project_id })).result

async function expectRefused(request: object, project_id: string) {
  const reply = await service.post('/feedback/create', request)

  expect(reply).toMatchObject({ status: 400, body: { reason: expect.any(String) } })
  expect(await rowsOf(project_id)).toEqual([])
}

describe('a reaction', () => {
  const reaction = (project_id: string, payload: object) =>
    note(project_id, '', { feedback_type: 'wandb.reaction.1', payload })

  test('gets the names of its emoji', async () => {
    const reply = await service.call(createFeedback, reaction(newProject(), { emoji: '👍🏻' }))

    expect(reply.payload).toEqual({
      emoji: '👍🏻',
      alias: ':thumbs_up_light_skin_tone:',
      detoned: '👍',
      detoned_alias: ':thumbs_up:',
    })
  })

  test.each([{ emoji: '👍👍' }, { emoji: 'none' }, { emoji: '' }, { emoji: 5 }, {}])(
    'of %j is 400',
    async (payload) => {
      const project_id = newProject()

      await expectRefused(reaction(project_id, payload), project_id)
    },
  )
})

describe('a note', () => {
  test.each([{ note: 'x' }, { note: '😀'.repeat(1024) }, { note: 'x', more: [1] }])(
    'of %j is fine',
    async (payload) => {
      const reply = await service.call(createFeedback, note(newProject(), '', { payload }))

      expect(reply.payload).toEqual(payload)
    },
  )

  test.each([{ note: '' }, { note: 'x'.repeat(1025) }, { note: 5 }, { note: null }, {}])(
    'of %j is 400',
    async (payload) => {
      const project_id = newProject()

      await expectRefused(note(project_id, '', { payload }), project_id)
    },
  )
})

describe('feedback of a scorer', () => {
  const runnable = (project_id: string, fields: Partial<FeedbackCreateRequest>) =>
    note(project_id, '', { feedback_type: 'wandb.runnable.s', payload: { output: 1 }, ...fields })
  const opRef = 'weave:///team/app/op/s:D'
  const objectRef = 'weave:///team/app/object/s:D'
  const callRef = 'weave:///team/app/call/c1'

  test('needs a call for an op, and none for an object', async () => {
    const project_id = newProject()

    const withoutCall = await service.post('/feedback/create', runnable(project_id, { runnable_ref: opRef }))
    const withCall = await service.post(
      '/feedback/create',
      runnable(project_id, { runnable_ref: opRef, call_ref: callRef }),
    )
    const ofObject = await service.post('/feedback/create', runnable(project_id, { runnable_ref: objectRef }))

    expect([withoutCall.status, withCall.status, ofObject.status]).toEqual([400, 200, 200])
  })

  test('keeps its scores', async () => {
    const project_id = newProject()
    const scores = {
      scorer_tags: ['nsfw'],
      scorer_ratings: { _rating_: 0.5 },
      scorer_tag_reasons: { nsfw: 'x' },
    }

    await service.call(createFeedback, runnable(project_id, { runnable_ref: objectRef, ...scores }))

    expect(await rowsOf(project_id)).toMatchObject([scores])
  })

  test.each([
    ['no scorer', {}],
    ['a scorer of another name', { runnable_ref: 'weave:///team/app/object/other:D' }],
    ['a scorer that is a call', { runnable_ref: callRef }],
    ['a scorer that is no ref', { runnable_ref: 's' }],
    ['no output', { runnable_ref: objectRef, payload: {} }],
    ['an annotation', { runnable_ref: objectRef, annotation_ref: objectRef }],
    ['a call that is an object', { runnable_ref: objectRef, call_ref: objectRef }],
    ['a trigger that is an op', { runnable_ref: objectRef, trigger_ref: opRef }],
    ['no name', { feedback_type: 'wandb.runnable', runnable_ref: objectRef }],
  ])('with %s is 400', async (_, fields) => {
    const project_id = newProject()

    await expectRefused(runnable(project_id, fields), project_id)
  })
})

describe('an annotation', () => {
  const specOf = async (project_id: string, field_schema: object) => {
    const val = {
      _type: 'AnnotationSpec',
      _class_name: 'AnnotationSpec',
      _bases: ['BaseObject', 'BaseModel'],
      name: 'q',
      field_schema,
    }
    return `weave:///${project_id}/object/quality:${await publish(service, project_id, 'quality', val)}`
  }
  const annotation = (project_id: string, annotation_ref: string, payload: object = { value: 3 }) =>
    note(project_id, '', { feedback_type: 'wandb.annotation.quality', annotation_ref, payload })

  test('that fits its spec is stored', async () => {
    const project_id = newProject()
    const ref = await specOf(project_id, { type: 'integer', minimum: 0 })

    const reply = await service.call(createFeedback, annotation(project_id, ref))

    expect(reply.payload).toEqual({ value: 3 })
  })

  test.each([[{ value: -1 }], [{ value: 'x' }], [{}]])('of %j does not fit, and is 400', async (payload) => {
    const project_id = newProject()
    const ref = await specOf(project_id, { type: 'integer', minimum: 0 })

    await expectRefused(annotation(project_id, ref, payload), project_id)
  })

  test('of an unknown spec is 404 with its digest', async () => {
    const project_id = newProject()
    const digest = 'x'.repeat(43)

    const reply = await service.post(
      '/feedback/create',
      annotation(project_id, `weave:///${project_id}/object/quality:${digest}`),
    )

    expect(reply).toMatchObject({ status: 404, body: { missing_object_digests: [digest] } })
  })

  test('of a deleted spec is 400', async () => {
    const project_id = newProject()
    const ref = await specOf(project_id, {})
    await service.post('/obj/delete', { project_id, object_id: 'quality' })

    await expectRefused(annotation(project_id, ref), project_id)
  })

  test('of an object that is not a spec is 400', async () => {
    const project_id = newProject()
    const digest = await publish(service, project_id, 'quality', { a: 1 })

    await expectRefused(annotation(project_id, `weave:///${project_id}/object/quality:${digest}`), project_id)
  })

  test('of a spec of another project is 400', async () => {
    const project_id = newProject()
    const ref = await specOf(newProject(), {})

    await expectRefused(annotation(project_id, ref), project_id)
  })
})

describe('a field that is not allowed for the type is 400', () => {
  test.each([
    { scorer_tags: ['x'] },
    { scorer_ratings: { _rating_: 1 } },
    { runnable_ref: 'weave:///team/app/op/s:D' },
    { call_ref: 'weave:///team/app/call/c1' },
    { annotation_ref: 'weave:///team/app/object/s:D' },
    { queue_id: 'no-such-queue' },
    { feedback_type: 'wandb.agent_monitor' },
    { feedback_type: 'wandb.agent_user_feedback' },
  ])('%j', async (fields) => {
    const project_id = newProject()

    await expectRefused(custom(project_id, {}, fields), project_id)
  })
})
