import { createFeedback } from '@heddle/contract/feedback'
import { afterAll, describe, expect, test } from 'vitest'
import { callsOf, end, finished, idsOf, note, record, recordFinished, start } from '../../testing/builders.ts'
import { newProject, publish } from '../../testing/objects.ts'
import { openService } from '../../testing/service.ts'

const service = await openService()
afterAll(() => service.close())

test('a project that nobody wrote to has no calls', async () => {
  expect(await callsOf(service, 'team/never-written')).toEqual([])
})

test('calls come by start and then by id, and a page is cut from that', async () => {
  const project_id = newProject()
  await record(
    service,
    start(project_id, { id: 'late', started_at: '2025-03-02T00:00:00Z' }),
    start(project_id, { id: 'b' }),
    start(project_id, { id: 'a' }),
    start(project_id, { id: 'early', started_at: '2025-02-01T00:00:00Z' }),
  )

  expect(await idsOf(service, project_id)).toEqual(['early', 'a', 'b', 'late'])
  expect(await idsOf(service, project_id, { sort_by: [] })).toEqual(['early', 'a', 'b', 'late'])
  expect(await idsOf(service, project_id, { offset: 1, limit: 2 })).toEqual(['a', 'b'])
  expect(await idsOf(service, project_id, { offset: 9 })).toEqual([])
  expect(await idsOf(service, project_id, { limit: 0 })).toEqual([])
  expect(await idsOf(service, project_id, { sort_by: [{ field: 'started_at', direction: 'desc' }] })).toEqual([
    'late',
    'b',
    'a',
    'early',
  ])
})

describe('trap 17: an empty list', () => {
  test.each(['op_names', 'input_refs', 'output_refs', 'parent_ids', 'trace_ids', 'call_ids', 'wb_user_ids', 'wb_run_ids'])(
    'of %s filters nothing',
    async (key) => {
      const project_id = newProject()
      await record(service, start(project_id, { id: 'c1' }))

      expect(await idsOf(service, project_id, { filter: { [key]: [] } })).toEqual(['c1'])
    },
  )

  test.each(['thread_ids', 'turn_ids'])('of %s matches nothing', async (key) => {
    const project_id = newProject()
    await record(service, start(project_id, { id: 'c1' }))

    expect(await idsOf(service, project_id, { filter: { [key]: [] } })).toEqual([])
  })
})

test('trap 18: every version of an op is found, and no op whose name only begins like it', async () => {
  const project_id = newProject()
  const opNames = ['rank:A', 'rank:B', 'rank2:A', 'rank-x:A'].map((name) => `weave:///${project_id}/op/${name}`)
  await record(service, ...[...opNames, 'rank'].map((op_name) => start(project_id, { id: op_name, op_name })))

  const op_names = [`weave:///${project_id}/op/rank:*`]

  expect(await idsOf(service, project_id, { filter: { op_names } })).toEqual(opNames.slice(0, 2))
  expect(await idsOf(service, project_id, { filter: { op_names: ['rank'] } })).toEqual(['rank'])
})

test('trap 19: a ref with extras is another ref, and a wildcard finds it', async () => {
  const project_id = newProject()
  const object = `weave:///${project_id}/object/m`
  await record(service, start(project_id, { id: 'c1', inputs: { deep: [{ model: `${object}:D/attr/x` }] } }))
  const idsWith = (ref: string) => idsOf(service, project_id, { filter: { input_refs: [ref] } })

  expect(await idsWith(`${object}:D`)).toEqual([])
  expect(await idsWith(`${object}:D/attr/x`)).toEqual(['c1'])
  expect(await idsWith(`${object}:*`)).toEqual(['c1'])
})

test('filters are joined: all keys must hold, and any value of a key', async () => {
  const project_id = newProject()
  await record(
    service,
    start(project_id, { id: 'a', trace_id: 't1', thread_id: 'th', wb_run_id: `${project_id}/run` }),
    start(project_id, { id: 'b', trace_id: 't1', parent_id: 'a' }),
    start(project_id, { id: 'c', trace_id: 't2', wb_run_id: 'else/where/run' }),
  )
  const found = (filter: object) => idsOf(service, project_id, { filter })

  expect(await found({ trace_ids: ['t1', 't3'] })).toEqual(['a', 'b'])
  expect(await found({ trace_ids: ['t1'], trace_roots_only: true })).toEqual(['a'])
  expect(await found({ trace_roots_only: false })).toEqual(['a', 'b', 'c'])
  expect(await found({ parent_ids: ['a'], call_ids: ['b', 'c'] })).toEqual(['b'])
  expect(await found({ thread_ids: ['th'] })).toEqual(['a'])
  expect(await found({ wb_run_ids: ['run'] })).toEqual(['a'])
  expect(await found({ wb_run_ids: ['else/where/run'] })).toEqual(['c'])
  expect(await found({ wb_user_ids: ['nobody'] })).toEqual([])
})

test('a filter may hold 1000 values and no more', async () => {
  const project_id = newProject()
  const values = (count: number) => Array.from({ length: count }, (_, index) => `c${index}`)

  const full = await service.post('/calls/query', { project_id, filter: { call_ids: values(1000) } })
  const over = await service.post('/calls/query', { project_id, filter: { call_ids: values(1001) } })

  expect(full.status).toBe(200)
  expect(over).toMatchObject({ status: 400, body: { reason: expect.any(String) } })
})

test('trap 43: a path among the columns brings its whole column, and the others read as empty', async () => {
  const project_id = newProject()
  const values = { inputs: { q: 1 }, attributes: { env: 'x' }, output: { a: 1, b: 2 } }
  await recordFinished(service, finished(project_id, 'c1', values))

  const [call] = await callsOf(service, project_id, { columns: ['output.a'] })

  expect(call).toMatchObject({
    id: 'c1',
    project_id,
    trace_id: 't1',
    op_name: 'answer',
    started_at: '2025-03-01T10:00:00Z',
    output: { a: 1, b: 2 },
    inputs: {},
    attributes: {},
    parent_id: null,
    summary: { weave: { status: 'success' } },
  })
})

test('columns may be filtered and sorted by without being shown', async () => {
  const project_id = newProject()
  await recordFinished(
    service,
    finished(project_id, 'a', { inputs: { n: 1 } }),
    finished(project_id, 'b', { inputs: { n: 2 } }),
  )

  const calls = await callsOf(service, project_id, {
    columns: ['id'],
    sort_by: [{ field: 'inputs.n', direction: 'desc' }],
  })

  expect(calls).toMatchObject([
    { id: 'b', inputs: {} },
    { id: 'a', inputs: {} },
  ])
})

describe('trap 44: the feedback on a call', () => {
  test('is an empty list when asked for and there is none, and no key when not', async () => {
    const project_id = newProject()
    await record(service, start(project_id, { id: 'c1' }))

    const [asked] = await callsOf(service, project_id, { include_feedback: true })
    const [unasked] = await callsOf(service, project_id, { include_feedback: false })

    expect(asked?.summary).toMatchObject({ weave: { feedback: [] } })
    expect(unasked?.summary).toEqual({ weave: { status: 'running', trace_name: 'answer' } })
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

    const reply = await service.post('/calls/query', { project_id, expand_columns: ['inputs.model'] }, { key })

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

describe('a query that is refused', () => {
  test.each([
    ['a negative limit', { limit: -1 }, 400],
    ['a negative offset', { offset: -1 }, 400],
    ['an unknown column', { columns: ['foo'] }, 422],
    ['an unknown sort field', { sort_by: [{ field: 'foo', direction: 'asc' }] }, 422],
    ['a sort by size', { sort_by: [{ field: 'storage_size_bytes', direction: 'asc' }] }, 422],
  ])('for %s gives a reason', async (_, request, status) => {
    const reply = await service.post('/calls/query', { project_id: newProject(), ...request })

    expect(reply).toMatchObject({ status, body: { reason: expect.any(String) } })
  })

  test.each([
    ['sort_by', { sort_by: [{ field: 'id' }] }],
    ['sort_by', { sort_by: [{ field: 'id', direction: 'ASC' }] }],
    ['limit', { limit: 10.5 }],
    ['limit', { limit: 'abc' }],
    ['filter', { filter: { op_names: 'rank' } }],
    ['filter', { filter: { op_names: ['rank', 1] } }],
    ['filter', { filter: [] }],
    ['columns', { columns: 'id' }],
    ['include_costs', { include_costs: 'maybe' }],
  ])('for the shape of %s names the place: %j', async (name, request) => {
    const reply = await service.post('/calls/query', { project_id: newProject(), ...request })

    const loc = expect.arrayContaining(['body', name])
    expect(reply).toMatchObject({ status: 422, body: { detail: [{ loc }] } })
  })
})
