import type { QueryOperation } from '@heddle/contract/query'
import { afterAll, expect, test } from 'vitest'
import { custom, equal, field, idsOf, literal, note, record, start } from '../../testing/builders.ts'
import { newProject } from '../../testing/objects.ts'
import { openService } from '../../testing/service.ts'

const service = await openService()
afterAll(() => service.close())

/** A project with a call for each value of `inputs.x`, whose id is the value's text; undefined leaves it out. */
async function projectWith(...values: unknown[]): Promise<string> {
  const project_id = newProject()
  const starts = values.map((x) => start(project_id, { id: JSON.stringify(x) ?? 'missing', inputs: { x } }))
  await record(service, ...starts)
  return project_id
}

const found = async (project_id: string, $expr: QueryOperation) =>
  (await idsOf(service, project_id, { query: { $expr } })).sort()

/** Sends the condition as text: JavaScript has no way to write 5.0. */
async function foundByText(project_id: string, expression: string): Promise<string[]> {
  const body = `{"project_id":"${project_id}","query":{"$expr":${expression}},"columns":["id"]}`
  const reply = await service.request({ method: 'POST', url: '/calls/stream_query', body })
  expect(reply.status).toBe(200)
  return (reply.body as { id: string }[]).map(({ id }) => id).sort()
}

const MIXED = [4, 5.5, 6, '7', 'abc', true, undefined]

test('an integer literal is compared with integer texts only', async () => {
  const project_id = await projectWith(...MIXED)

  expect(await found(project_id, { $gt: [field('inputs.x'), literal(5)] })).toEqual(['"7"', '6'])
})

test('a float literal is compared with all numbers', async () => {
  const project_id = await projectWith(...MIXED)

  expect(await foundByText(project_id, '{"$gt":[{"$getField":"inputs.x"},{"$literal":5.0}]}')).toEqual([
    '"7"',
    '5.5',
    '6',
  ])
})

test('a boolean literal finds true in its spellings', async () => {
  const project_id = await projectWith(true, 'true', 1, 'True', false)

  expect(await found(project_id, equal('inputs.x', true))).toEqual(['"true"', '1', 'true'])
})

test('no JSON value is null, but an unset column is', async () => {
  const project_id = newProject()
  await record(
    service,
    start(project_id, { id: 'root', wb_run_id: 'e/p/run' }),
    start(project_id, { id: 'child', parent_id: 'root', inputs: { x: null } }),
  )

  expect(await found(project_id, equal('inputs.x', null))).toEqual([])
  expect(await found(project_id, equal('parent_id', null))).toEqual(['root'])
  expect(await found(project_id, { $not: [equal('wb_run_id', null)] })).toEqual(['root'])
})

test('a value that cannot be converted is neither less nor greater', async () => {
  const digits = Array.from({ length: 10 }, (_, digit) => digit)
  const project_id = await projectWith(...digits, 'a')
  const asInteger = { $convert: { input: field('inputs.x'), to: 'int' as const } }

  expect(await found(project_id, { $not: [{ $gt: [asInteger, literal(5)] }] })).toEqual(
    digits.slice(0, 6).map(String),
  )
})

test('the empty text is contained in everything, even in what is missing', async () => {
  const project_id = await projectWith('s', undefined)

  const all = await found(project_id, { $contains: { input: field('inputs.x'), substr: literal('') } })

  expect(all).toEqual(['"s"', 'missing'])
})

test('a literal alone inside $and keeps all or nothing', async () => {
  const project_id = await projectWith(1)

  expect(await found(project_id, { $and: [literal(false)] })).toEqual([])
  expect(await found(project_id, { $and: [literal(true)] })).toEqual(['1'])
})

test.each([
  ['an empty $and', { $expr: { $and: [] } }, 400],
  ['an empty $or', { $expr: { $or: [] } }, 400],
  ['a literal list that is compared', { $expr: { $eq: [field('id'), literal([literal('a')])] } }, 400],
  ['a numeric needle', { $expr: { $contains: { input: field('op_name'), substr: literal(5) } } }, 403],
  ['an unknown field', { $expr: equal('foo', 1) }, 422],
  ['an unknown summary of the service', { $expr: equal('summary.weave.foo', 1) }, 422],
  ['a negative index', { $expr: equal('inputs.list.-1', 1) }, 422],
  ['a size', { $expr: equal('storage_size_bytes', 1) }, 422],
])('%s is refused with a reason', async (_, query, status) => {
  const reply = await service.post('/calls/query', { project_id: newProject(), query })

  expect(reply).toMatchObject({ status, body: { reason: expect.any(String) } })
})

test.each([
  ['a literal at the root', { $expr: literal(true) }],
  ['a field at the root', { $expr: field('id') }],
  ['a key beside $expr', { $expr: equal('id', 'a'), limit: 1 }],
  ['no $expr', {}],
  ['an unknown operator', { $expr: { $ne: [field('id'), literal('a')] } }],
  ['one operand too few', { $expr: { $eq: [field('id')] } }],
  ['two operands under $not', { $expr: { $not: [literal(true), literal(true)] } }],
  ['a literal list in $in', { $expr: { $in: [field('id'), literal(['a'])] } }],
  [
    'an unknown conversion',
    { $expr: { $eq: [{ $convert: { input: field('id'), to: 'date' } }, literal(1)] } },
  ],
  ['a list', []],
  ['a text', '{}'],
])('%s is malformed', async (_, query) => {
  const reply = await service.post('/calls/query', { project_id: newProject(), query })

  expect(reply).toMatchObject({ status: 422, body: { detail: [expect.anything()] } })
})

test('numbers sort before texts, each in the requested direction, and unset values last', async () => {
  const project_id = await projectWith(null, undefined, 100, 2, 'b', 'a')
  const sorted = (direction: 'asc' | 'desc') =>
    idsOf(service, project_id, { sort_by: [{ field: 'inputs.x', direction }] })

  const ascending = await sorted('asc')
  const descending = await sorted('desc')

  expect(ascending.slice(0, 4)).toEqual(['2', '100', '"a"', '"b"'])
  expect(descending.slice(0, 4)).toEqual(['100', '2', '"b"', '"a"'])
  expect(ascending.slice(4).sort()).toEqual(['missing', 'null'])
  expect(descending.slice(4).sort()).toEqual(['missing', 'null'])
})

test('sorting by trace name uses the display name if there is one', async () => {
  const project_id = newProject()
  await record(
    service,
    start(project_id, { id: 'named', op_name: 'a', display_name: 'X' }),
    start(project_id, { id: 'plain', op_name: 'M' }),
    start(project_id, { id: 'ref', op_name: `weave:///${project_id}/op/Z:D` }),
  )

  const sort_by = [{ field: 'summary.weave.trace_name', direction: 'asc' as const }]

  expect(await idsOf(service, project_id, { sort_by })).toEqual(['plain', 'named', 'ref'])
})

test('a field of calls is valid here, and an unknown field is 422', async () => {
  const query = (path: string) => ({ project_id: newProject(), query: { $expr: equal(path, 1) } })

  const known = await service.post('/calls/query', query('inputs.x'))
  const unknown = await service.post('/calls/query', query('foo.x'))

  expect(known.status).toBe(200)
  expect(unknown).toMatchObject({ status: 422, body: { reason: expect.any(String) } })
})

test('a comparison of constants that is true matches every call', async () => {
  const project_id = await projectWith(1, 2)

  expect(await found(project_id, { $eq: [literal('1'), literal('1')] })).toEqual(['1', '2'])
})

test('a query may use feedback on a call, and never returns the call twice', async () => {
  const project_id = newProject()
  await record(service, start(project_id, { id: 'c1' }), start(project_id, { id: 'c2' }))
  const batch = [
    custom(project_id, { score: 3 }),
    note(project_id, 'good'),
    note(project_id, 'good'),
    note(project_id, 'bad'),
  ]
  await service.post('/feedback/batch/create', { batch })

  expect(await found(project_id, equal('feedback.[custom].payload.score', 3))).toEqual(['c1'])
  expect(await found(project_id, equal('feedback.[wandb.note.1].payload.note', 'good'))).toEqual(['c1'])
  expect(await found(project_id, equal('feedback.[wandb.note.1].payload.note', null))).toEqual(['c2'])
})

test('a filter and a query must both hold', async () => {
  const project_id = await projectWith(1, 2)

  const ids = await idsOf(service, project_id, {
    filter: { call_ids: ['1', '2'] },
    query: { $expr: equal('inputs.x', 2) },
  })

  expect(ids).toEqual(['2'])
})

test.each(['2025-03-01', '2025-03-01T00:00:00', '2025-03-01T01:00:00+01:00', 1_740_787_200, 1_740_787_200.0])(
  'an instant may be written as %j',
  async (instant) => {
    const project_id = newProject()
    await record(
      service,
      start(project_id, { id: 'before', started_at: '2025-02-28T23:59:59.999999Z' }),
      start(project_id, { id: 'at', started_at: '2025-03-01T00:00:00Z' }),
    )

    expect(await found(project_id, { $gte: [field('started_at'), literal(instant)] })).toEqual(['at'])
  },
)
