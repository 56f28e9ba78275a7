import { afterAll, describe, expect, test } from 'vitest'
import { callsOf, finished, idsOf, record, recordFinished, start } from '../../testing/builders.ts'
import { newProject } from '../../testing/objects.ts'
import { openService } from '../../testing/service.ts'

const service = await openService()
afterAll(() => service.close())

test('an unknown project has no calls', async () => {
  expect(await callsOf(service, 'team/never-written')).toEqual([])
})

test('calls are ordered by start and then by id, and paged in that order', async () => {
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
  expect(await idsOf(service, project_id, { sort_by: [{ field: 'started_at', direction: 'desc' }] })).toEqual(
    ['late', 'b', 'a', 'early'],
  )
})

test('a path in columns selects its whole column, and the others are empty', async () => {
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

test('columns that are not returned can be filtered and sorted by', async () => {
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
    ['sort_by', { sort_by: Array(101).fill({ field: 'id', direction: 'asc' }) }],
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
