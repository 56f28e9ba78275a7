import { countCalls } from '@heddle/contract/calls-query'
import { afterAll, expect, test } from 'vitest'
import { equal, finished, idsOf, record, recordFinished, start } from '../../testing/builders.ts'
import { newProject, publish } from '../../testing/objects.ts'
import { openService } from '../../testing/service.ts'

const service = await openService()
afterAll(() => service.close())

async function projectOfThree(): Promise<string> {
  const project_id = newProject()
  await recordFinished(
    service,
    finished(project_id, 'a', { inputs: { n: 1 } }),
    finished(project_id, 'b', { inputs: { n: 2 }, parent_id: 'a' }),
    finished(project_id, 'c', { inputs: { n: 2 }, parent_id: 'a' }),
  )
  return project_id
}

test('without a limit the count is exact', async () => {
  const project_id = await projectOfThree()

  expect(await service.call(countCalls, { project_id, filter: { trace_roots_only: true } })).toEqual({
    count: 1,
    has_more: false,
    total_storage_size_bytes: null,
  })
})

test('the count of an empty project is 0', async () => {
  expect(
    await service.call(countCalls, { project_id: newProject(), include_total_storage_size: true }),
  ).toEqual({
    count: 0,
    has_more: false,
    total_storage_size_bytes: 0,
  })
})

test.each([
  {},
  { filter: {} },
  { filter: null },
  { filter: { parent_ids: ['a'] } },
  { query: { $expr: equal('inputs.n', 2) } },
  { filter: { call_ids: ['b'] }, query: { $expr: equal('inputs.n', 2) } },
  { filter: { thread_ids: [] } },
])('the count of %j is the number of calls that a query finds', async (request) => {
  const project_id = await projectOfThree()

  const { count } = await service.call(countCalls, { project_id, ...request })

  expect(count).toBe((await idsOf(service, project_id, request)).length)
})

test.each([
  [1, { count: 1, has_more: true }],
  [3, { count: 3, has_more: true }],
  [4, { count: 3, has_more: false }],
])('with the limit %i the count is %j', async (limit, expected) => {
  const project_id = await projectOfThree()

  expect(await service.call(countCalls, { project_id, limit })).toMatchObject(expected)
})

test.each([0, -1])('the limit %i is 400', async (limit) => {
  const reply = await service.post('/calls/query_stats', { project_id: newProject(), limit })

  expect(reply).toMatchObject({ status: 400, body: { reason: expect.any(String) } })
})

test('the total size of matching calls is returned if requested', async () => {
  const project_id = await projectOfThree()

  const all = await service.call(countCalls, { project_id, include_total_storage_size: true })
  const one = await service.call(countCalls, {
    project_id,
    filter: { call_ids: ['a'] },
    include_total_storage_size: true,
  })

  expect(one.total_storage_size_bytes).toBeGreaterThan(0)
  expect(all.total_storage_size_bytes).toBe(3 * (one.total_storage_size_bytes ?? 0))
})

test('refs in expanded columns are followed', async () => {
  const project_id = newProject()
  const digest = await publish(service, project_id, 'm', { t: 'warm' })
  await record(service, start(project_id, { inputs: { model: `weave:///${project_id}/object/m:${digest}` } }))
  const query = { $expr: equal('inputs.model.t', 'warm') }

  const expanded = await service.call(countCalls, { project_id, query, expand_columns: ['inputs.model'] })
  const unexpanded = await service.call(countCalls, { project_id, query })

  expect([expanded.count, unexpanded.count]).toEqual([1, 0])
})

test('an unknown field is 422 with a reason, a malformed query 422 with its path', async () => {
  const project_id = newProject()

  const unknown = await service.post('/calls/query_stats', { project_id, query: { $expr: equal('foo', 1) } })
  const malformed = await service.post('/calls/query_stats', { project_id, query: { $expr: {} } })

  expect(unknown).toMatchObject({ status: 422, body: { reason: expect.any(String) } })
  expect(malformed).toMatchObject({ status: 422, body: { detail: [expect.anything()] } })
})
