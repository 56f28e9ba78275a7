import { createFeedback } from '@heddle/contract/feedback'
import { afterAll, describe, expect, test } from 'vitest'
import { callsOf, end, finished, note, record, recordFinished, start } from '../../testing/builders.ts'
import { newProject, publish } from '../../testing/objects.ts'
import { openService } from '../../testing/service.ts'

const service = await openService()
afterAll(() => service.close())

describe('the feedback on a call', () => {
  test('is an empty list if requested and there is none, and absent otherwise', async () => {
    const project_id = newProject()
    await record(service, start(project_id, { id: 'c1' }))

    const [asked] = await callsOf(service, project_id, { include_feedback: true })
    const [unasked] = await callsOf(service, project_id, { include_feedback: false })

    expect(asked?.summary).toMatchObject({ weave: { feedback: [] } })
    expect(unasked?.summary).toEqual({ weave: { status: 'running', trace_name: 'answer', kind: 'call' } })
  })

  test('is all feedback on it, and none on others', async () => {
    const project_id = newProject()
    await record(service, start(project_id, { id: 'c1' }), start(project_id, { id: 'c2' }))
    await service.call(createFeedback, note(project_id, 'first'))
    await service.call(createFeedback, note(project_id, 'second'))

    const calls = await callsOf(service, project_id, { include_feedback: true })

    expect(calls).toMatchObject([
      { summary: { weave: { feedback: [{ payload: { note: 'first' } }, { payload: { note: 'second' } }] } } },
      { summary: { weave: { feedback: [] } } },
    ])
  })

  test('has the fields that SDKs read', async () => {
    const project_id = newProject()
    await record(service, start(project_id, { id: 'c1' }))
    const created = await service.call(createFeedback, note(project_id, 'n', { creator: 'Ada' }))

    const [call] = await callsOf(service, project_id, { include_feedback: true })

    expect(call?.summary).toMatchObject({
      weave: {
        feedback: [
          {
            ...created,
            feedback_type: 'wandb.note.1',
            weave_ref: `weave:///${project_id}/call/c1`,
            creator: 'Ada',
            runnable_ref: null,
            call_ref: null,
            trigger_ref: null,
            annotation_ref: null,
            scorer_tags: [],
            scorer_ratings: {},
          },
        ],
      },
    })
  })
})

describe('expanded columns', () => {
  test('have the object of a ref, with the ref, and plain scalars', async () => {
    const project_id = newProject()
    const model = `weave:///${project_id}/object/m:${await publish(service, project_id, 'm', { t: 0.5 })}`
    const text = `weave:///${project_id}/object/s:${await publish(service, project_id, 's', 'plain')}`
    await record(
      service,
      start(project_id, { id: 'c1', inputs: { model, other: model } }),
      end(project_id, 'c1', { output: text }),
    )

    const [call] = await callsOf(service, project_id, { expand_columns: ['inputs.model', 'output'] })

    expect(call).toMatchObject({ inputs: { model: { t: 0.5, _ref: model }, other: model }, output: 'plain' })
  })

  test('can be filtered by, even if their values are not returned', async () => {
    const project_id = newProject()
    const model = `weave:///${project_id}/object/m:${await publish(service, project_id, 'm', { t: 'warm' })}`
    await record(service, start(project_id, { id: 'c1', inputs: { model } }), start(project_id, { id: 'c2' }))

    const calls = await callsOf(service, project_id, {
      query: { $expr: { $eq: [{ $getField: 'inputs.model.t' }, { $literal: 'warm' }] } },
      expand_columns: ['inputs.model'],
      return_expanded_column_values: false,
    })

    expect(calls).toMatchObject([{ id: 'c1', inputs: { model } }])
  })

  test('keep a ref that cannot be resolved', async () => {
    const project_id = newProject()
    const model = `weave:///${project_id}/object/gone:${'x'.repeat(43)}`
    await record(service, start(project_id, { id: 'c1', inputs: { model } }))

    expect(await callsOf(service, project_id, { expand_columns: ['inputs.model'] })).toMatchObject([
      { inputs: { model } },
    ])
  })

  test('do not show an object of a project that the caller may not read', async () => {
    const project_id = newProject()
    const digest = await publish(service, 'others/secret', 'm', { secret: true })
    const model = `weave:///others/secret/object/m:${digest}`
    const { key } = await service.createUser({ entity: 'team' })
    await record(service, start(project_id, { id: 'c1', inputs: { model } }))

    const reply = await service.post(
      '/calls/query',
      { project_id, expand_columns: ['inputs.model'] },
      { key },
    )

    expect(reply.text).not.toContain('"secret":true')
  })
})

test('user names are returned if requested', async () => {
  const project_id = newProject()
  const { user, key } = await service.createUser({ entity: 'team' })
  await service.post('/call/start', { start: start(project_id, { id: 'c1' }) }, { key })

  const [asked] = await callsOf(service, project_id, { include_usernames: true })
  const [unasked] = await callsOf(service, project_id)

  expect(asked?.wb_username).toBe(user.name)
  expect(unasked).not.toHaveProperty('wb_username')
})

test('payloads are truncated to the requested size, and are still JSON', async () => {
  const project_id = newProject()
  await recordFinished(
    service,
    finished(project_id, 'a', { inputs: { question: 'why '.repeat(100) }, output: ['because'] }),
  )

  const [call] = await callsOf(service, project_id, { payload_max: 20 })

  expect(call).toMatchObject({ inputs: { question: 'why why…' }, output: ['because'] })
})

test.each([0, -1, 1.5, 1e300])('a payload_max of %d is refused', async (payload_max) => {
  const { status, body } = await service.post('/calls/query', { project_id: 'team/app', payload_max })

  expect(status).toBe(422)
  expect(JSON.stringify(body)).toContain('payload_max')
})
