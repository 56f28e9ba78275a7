import { afterAll, describe, expect, test } from 'vitest'
import { finished, recordFinished } from '../../server/src/testing/builders.ts'
import { newProject } from '../../server/src/testing/objects.ts'
import { openService } from '../../server/src/testing/service.ts'

const service = await openService()
afterAll(() => service.close())

/** Every field that a start record may have. */
const startRecord = (project_id: string) => ({
  project_id,
  id: 'c1',
  op_name: 'rank',
  display_name: 'Rank them',
  trace_id: 't1',
  parent_id: 'p1',
  started_at: '2025-03-01T10:00:00.000Z',
  attributes: { env: 'test' },
  inputs: { query: 'x' },
  wb_user_id: null,
  wb_run_id: `${project_id}/run`,
})

const CALL_FIELDS = [
  'id',
  'project_id',
  'op_name',
  'display_name',
  'trace_id',
  'parent_id',
  'started_at',
  'attributes',
  'inputs',
  'ended_at',
  'exception',
  'output',
  'summary',
  'wb_user_id',
  'wb_run_id',
  'deleted_at',
]

describe('POST /call/start', () => {
  test('answers with id and trace_id', async () => {
    const reply = await service.post('/call/start', { start: startRecord(newProject()) })

    expect(reply).toMatchObject({ status: 200, body: { id: 'c1', trace_id: 't1' } })
    expect(Object.keys(Object(reply.body))).toEqual(['id', 'trace_id'])
  })

  test('without start is 422', async () => {
    expect(await service.post('/call/start', {})).toMatchObject({
      status: 422,
      body: { detail: [{ loc: ['body', 'start'] }] },
    })
  })
})

describe('POST /call/upsert_batch', () => {
  test('answers each item in res', async () => {
    const project_id = newProject()

    const reply = await service.post('/call/upsert_batch', {
      batch: [
        { mode: 'start', req: { start: startRecord(project_id) } },
        {
          mode: 'end',
          req: { end: { project_id, id: 'c1', ended_at: '2025-03-01T10:00:01Z', output: 1, summary: {} } },
        },
      ],
    })

    expect(reply).toMatchObject({ status: 200, text: '{"res":[{"id":"c1","trace_id":"t1"},{}]}' })
  })

  test('without batch is 422', async () => {
    expect(await service.post('/call/upsert_batch', {})).toMatchObject({
      status: 422,
      body: { detail: [{ loc: ['body', 'batch'] }] },
    })
  })
})

describe('POST /call/read', () => {
  test('answers with a call that has every field of the record', async () => {
    const project_id = newProject()
    const start = startRecord(project_id)
    await service.post('/call/start', { start })

    const reply = await service.post('/call/read', { project_id, id: 'c1', include_costs: null })

    const { wb_user_id: _, started_at: __, ...kept } = start
    expect(reply.body).toMatchObject({
      call: { ...kept, started_at: '2025-03-01T10:00:00Z', wb_user_id: expect.any(String) },
    })
    for (const name of CALL_FIELDS) expect(reply.body).toHaveProperty(['call', name])
  })

  test('answers with null for an unknown call', async () => {
    const reply = await service.post('/call/read', { project_id: newProject(), id: 'none' })

    expect(reply).toMatchObject({ status: 200, text: '{"call":null}' })
  })

  test.each([
    { include_costs: true, priced: true },
    { include_costs: false, priced: false },
    { priced: false },
  ])('prices the call as asked: %j', async ({ priced, ...asked }) => {
    const project_id = newProject()
    const summary = { usage: { 'gpt-4': { prompt_tokens: 1 } } }
    await recordFinished(service, finished(project_id, 'c1', { summary }))

    const { body } = await service.post('/call/read', { project_id, id: 'c1', ...asked })

    const costs = expect(body)
    const path = ['call', 'summary', 'weave', 'costs', 'gpt-4']
    if (priced) costs.toHaveProperty(path)
    else costs.not.toHaveProperty(path)
  })
})

describe('POST /calls/query_stats', () => {
  const ALWAYS = { $expr: { $and: [{ $literal: true }, { $literal: 1 }] } }
  const NEVER = { $expr: { $and: [{ $literal: true }, { $literal: 0 }] } }

  async function projectOfTwo(): Promise<string> {
    const project_id = newProject()
    const model = 'weave:///team/app/object/m:D'
    await recordFinished(
      service,
      finished(project_id, 'root', { inputs: { model }, output: [model], wb_run_id: `${project_id}/run` }),
      finished(project_id, 'child', { parent_id: 'root', op_name: 'inner' }),
    )
    return project_id
  }

  test.each([
    [2, {}],
    [2, { filter: null, query: null }],
    [1, { filter: { op_names: ['inner'] } }],
    [1, { filter: { input_refs: ['weave:///team/app/object/m:D'] } }],
    [1, { filter: { output_refs: ['weave:///team/app/object/m:D'] } }],
    [1, { filter: { parent_ids: ['root'] } }],
    [2, { filter: { trace_ids: ['t1'] } }],
    [1, { filter: { call_ids: ['root', 'none'] } }],
    [1, { filter: { trace_roots_only: true } }],
    [0, { filter: { wb_user_ids: ['nobody'] } }],
    [1, { filter: { wb_run_ids: ['run'] } }],
    [2, { query: ALWAYS }],
    [0, { query: NEVER }],
    [1, { filter: { trace_roots_only: true }, query: ALWAYS }],
  ])('counts %i calls for %j', async (count, request) => {
    const reply = await service.post('/calls/query_stats', { project_id: await projectOfTwo(), ...request })

    expect(reply).toMatchObject({ status: 200, body: { count } })
  })

  test('without project_id is 422', async () => {
    expect((await service.post('/calls/query_stats', {})).status).toBe(422)
  })
})
