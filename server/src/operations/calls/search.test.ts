import { afterAll, describe, expect, test } from 'vitest'
import { idsOf, record, start } from '../../testing/builders.ts'
import { newProject } from '../../testing/objects.ts'
import { openService } from '../../testing/service.ts'

const service = await openService()
afterAll(() => service.close())

describe('an empty list', () => {
  test.each([
    'op_names',
    'input_refs',
    'output_refs',
    'parent_ids',
    'trace_ids',
    'call_ids',
    'wb_user_ids',
    'wb_run_ids',
  ])('of %s filters nothing', async (key) => {
    const project_id = newProject()
    await record(service, start(project_id, { id: 'c1' }))

    expect(await idsOf(service, project_id, { filter: { [key]: [] } })).toEqual(['c1'])
  })

  test.each(['thread_ids', 'turn_ids'])('of %s matches nothing', async (key) => {
    const project_id = newProject()
    await record(service, start(project_id, { id: 'c1' }))

    expect(await idsOf(service, project_id, { filter: { [key]: [] } })).toEqual([])
  })
})

test('every version of an op is found, and no op whose name only starts with it', async () => {
  const project_id = newProject()
  const opNames = ['rank:A', 'rank:B', 'rank2:A', 'rank-x:A'].map(
    (name) => `weave:///${project_id}/op/${name}`,
  )
  await record(service, ...[...opNames, 'rank'].map((op_name) => start(project_id, { id: op_name, op_name })))

  const op_names = [`weave:///${project_id}/op/rank:*`]

  expect(await idsOf(service, project_id, { filter: { op_names } })).toEqual(opNames.slice(0, 2))
  expect(await idsOf(service, project_id, { filter: { op_names: ['rank'] } })).toEqual(['rank'])
})

test('a ref with extras is another ref, and a wildcard finds it', async () => {
  const project_id = newProject()
  const object = `weave:///${project_id}/object/m`
  await record(service, start(project_id, { id: 'c1', inputs: { deep: [{ model: `${object}:D/attr/x` }] } }))
  const idsWith = (ref: string) => idsOf(service, project_id, { filter: { input_refs: [ref] } })

  expect(await idsWith(`${object}:D`)).toEqual([])
  expect(await idsWith(`${object}:D/attr/x`)).toEqual(['c1'])
  expect(await idsWith(`${object}:*`)).toEqual(['c1'])
})

test('all keys of a filter must match, and any value of a key', async () => {
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

test('a run is found by the id that its calls were sent with, with or without the project', async () => {
  const project_id = newProject()
  await record(
    service,
    start(project_id, { id: 'bare', wb_run_id: 'run' }),
    start(project_id, { id: 'qualified', wb_run_id: `${project_id}/run` }),
    start(project_id, { id: 'elsewhere', wb_run_id: 'else/where/run' }),
  )

  for (const run of ['run', `${project_id}/run`])
    expect(await idsOf(service, project_id, { filter: { wb_run_ids: [run] } })).toEqual(['bare', 'qualified'])
})

test('a filter may have 1000 values and no more', async () => {
  const project_id = newProject()
  const values = (count: number) => Array.from({ length: count }, (_, index) => `c${index}`)

  const full = await service.post('/calls/query', { project_id, filter: { call_ids: values(1000) } })
  const over = await service.post('/calls/query', { project_id, filter: { call_ids: values(1001) } })

  expect(full.status).toBe(200)
  expect(over).toMatchObject({ status: 400, body: { reason: expect.any(String) } })
})
