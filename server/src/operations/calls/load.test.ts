import { createFeedback } from '@heddle/contract/feedback'
import { afterAll, describe, expect, test } from 'vitest'
import { callsOf, end, finished, note, record, recordFinished, start } from '../../testing/builders.ts'
import { newProject, publish } from '../../testing/objects.ts'
import { openService } from '../../testing/service.ts'

const service = await openService()
afterAll(() => service.close())

describe('trap 44: the feedback on a call', () => {
  test('is an empty list when asked for and there is none, and no key when not', async () => {
    const project_id = newProject()
    await record(service, start(project_id, { id: 'c1' }))

    const [asked] = await callsOf(service, project_id, { include_feedback: true })
    const [unasked] = await callsOf(service, project_id, { include_feedback: false })

    expect(asked?.summary).toMatchObject({ weave: { feedback: [] } })
    expect(unasked?.summary).toEqual({ weave: { status: 'running', trace_name: 'answer', kind: 'call' } })
  })

  test('is all that was given on it, and nothing given on others', async () => {
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

  test('is shown with the fields that SDKs read', async () => {
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
  test('show the object behind a ref, with the ref, and scalars bare', async () => {
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

  test('can be filtered by, also where their values are not shown', async () => {
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

  test('leave a ref that leads nowhere as it is', async () => {
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

test('user names are there when asked for', async () => {
  const project_id = newProject()
  const { user, key } = await service.createUser({ entity: 'team' })
  await service.post('/call/start', { start: start(project_id, { id: 'c1' }) }, { key })

  const [asked] = await callsOf(service, project_id, { include_usernames: true })
  const [unasked] = await callsOf(service, project_id)

  expect(asked?.wb_username).toBe(user.name)
  expect(unasked).not.toHaveProperty('wb_username')
})

test('of payloads no more comes than asked for, and what comes is JSON', async () => {
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
