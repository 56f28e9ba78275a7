import { startCall } from '@heddle/contract/calls'
import { afterAll, describe, expect, test } from 'vitest'
import { callsOf, end, idsOf, readOne, record, start } from '../../testing/builders.ts'
import { newProject } from '../../testing/objects.ts'
import { openService } from '../../testing/service.ts'

const service = await openService()
afterAll(() => service.close())

test('a start is answered with its ids', async () => {
  const reply = await service.call(startCall, { start: start(newProject(), { id: 'c1', trace_id: 't1' }) })

  expect(reply).toEqual({ id: 'c1', trace_id: 't1' })
})

test.each([{}, { id: null, trace_id: null }, { id: '', trace_id: '' }])(
  'ids that are left out are made up: %j',
  async (ids) => {
    const project_id = newProject()

    const reply = await service.call(startCall, { start: start(project_id, ids) })

    expect(reply.id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
    expect(reply.trace_id).toHaveLength(36)
    expect(await callsOf(service, project_id)).toMatchObject([reply])
  },
)

test('a body without a Content-Type is read as JSON', async () => {
  const body = JSON.stringify({ start: start(newProject(), { id: 'c1', trace_id: 't1' }) })

  const reply = await service.request({ method: 'POST', url: '/call/start', body })

  expect(reply).toMatchObject({ status: 200, body: { id: 'c1', trace_id: 't1' } })
})

test('credentials are redacted in inputs, but not in the output', async () => {
  const project_id = newProject()
  const secrets = { openai_api_key: 'sk', has_api_key: true, token: 't' }

  await record(
    service,
    start(project_id, { id: 'c1', inputs: secrets, attributes: { list: [{ 'Api-Key': 'k' }] } }),
    end(project_id, 'c1', { output: secrets }),
  )

  expect(await readOne(service, project_id, 'c1')).toMatchObject({
    inputs: { openai_api_key: 'REDACTED', has_api_key: true, token: 't' },
    attributes: { list: [{ 'Api-Key': 'REDACTED' }] },
    output: secrets,
  })
})

describe('a malformed start is 422 with the path of the invalid field', () => {
  test.each(['project_id', 'op_name', 'started_at', 'attributes', 'inputs'])('without %s', async (name) => {
    const { [name]: _, ...rest } = { ...start(newProject()) } as Record<string, unknown>

    const reply = await service.post('/call/start', { start: rest })

    expect(reply).toMatchObject({
      status: 422,
      body: { detail: [{ loc: ['body', 'start', name], msg: expect.any(String), type: 'missing' }] },
    })
  })

  test.each([
    ['op_name', 5],
    ['op_name', null],
    ['started_at', 'yesterday'],
    ['started_at', true],
    ['attributes', null],
    ['attributes', []],
    ['inputs', 'text'],
    ['inputs', null],
    ['parent_id', 7],
    ['wb_run_step', -1],
    ['wb_run_step', 1.5],
    ['otel_dump', []],
  ])('with %s as %j', async (name, value) => {
    const project_id = newProject()

    const reply = await service.post('/call/start', { start: { ...start(project_id), [name]: value } })

    expect(reply).toMatchObject({ status: 422, body: { detail: [{ loc: ['body', 'start', name] }] } })
    expect(await idsOf(service, project_id)).toEqual([])
  })

  test.each(['{"start":', 'nonsense', '[]', '"text"', '{"start":null}', '{}', ''])(
    'as the body %j',
    async (body) => {
      const reply = await service.request({ method: 'POST', url: '/call/start', body })

      expect(reply).toMatchObject({ status: 422, body: { detail: [expect.anything()] } })
    },
  )
})

describe('a start that breaks a rule is 400 with a reason', () => {
  test.each([
    ['an op name of 129 characters', { op_name: 'n'.repeat(129) }],
    ['a display name of 1025 characters', { display_name: 'n'.repeat(1025) }],
  ])('%s', async (_, fields) => {
    const project_id = newProject()

    const reply = await service.post('/call/start', { start: start(project_id, fields) })

    expect(reply).toMatchObject({ status: 400, body: { reason: expect.any(String) } })
    expect(await idsOf(service, project_id)).toEqual([])
  })

  test.each(['team', 'team/', '/app', 'team/app/more', ''])('the project %j', async (project_id) => {
    const reply = await service.post('/call/start', { start: start(project_id) })

    expect(reply).toMatchObject({ status: 400, body: { reason: expect.any(String) } })
  })
})

test('names of the maximum length are kept, and op refs have no limit', async () => {
  const project_id = newProject()
  const names = { op_name: '名'.repeat(128), display_name: '😀'.repeat(1024) }
  const op_name = `weave:///${project_id}/op/${'n'.repeat(200)}:D`

  await record(service, start(project_id, { id: 'a', ...names }), start(project_id, { id: 'b', op_name }))

  expect(await callsOf(service, project_id)).toMatchObject([
    { id: 'a', ...names },
    { id: 'b', op_name },
  ])
})

test('the author of a call is the caller, whatever the request says', async () => {
  const project_id = newProject()
  const { user, key } = await service.createUser({ entity: 'team' })

  await service.post('/call/start', { start: start(project_id, { id: 'c1', wb_user_id: 'other' }) }, { key })
  await service.post('/call/update', { project_id, call_id: 'c1', display_name: 'renamed by the admin' })

  expect(await readOne(service, project_id, 'c1')).toMatchObject({ wb_user_id: user.id })
})

test.each([
  ['2025-03-01T10:00:00Z', '2025-03-01T10:00:00Z'],
  ['2025-03-01 12:00:00.5+02:00', '2025-03-01T10:00:00.500000Z'],
  ['2025-03-01T10:00:00', '2025-03-01T10:00:00Z'],
  ['2025-03-01', '2025-03-01T00:00:00Z'],
  [1_740_823_200, '2025-03-01T10:00:00Z'],
  [1_740_823_200.25, '2025-03-01T10:00:00.250000Z'],
  [1_740_823_200_123, '2025-03-01T10:00:00.123000Z'],
  ['1740823200', '2025-03-01T10:00:00Z'],
  ['2025-03-01T10:00:00.123456Z', '2025-03-01T10:00:00.123456Z'],
])('a start at %j reads back as %s', async (started_at, expected) => {
  const project_id = newProject()

  const reply = await service.post('/call/start', {
    start: { ...start(project_id, { id: 'c1' }), started_at },
  })

  expect(reply.status).toBe(200)
  expect(await readOne(service, project_id, 'c1')).toMatchObject({ started_at: expected })
})

test('a key that may only read does not start calls', async () => {
  const { key } = await service.createUser({ entity: 'team', role: 'viewer' })

  const reply = await service.post('/call/start', { start: start(newProject()) }, { key })

  expect(reply.status).toBe(403)
})

describe('a start in the project of the path', () => {
  test('is answered like any other', async () => {
    const project_id = newProject()

    const reply = await service.post(`/v2/${project_id}/call/start`, {
      start: start(project_id, { id: 'c1', trace_id: 't1' }),
    })

    expect(reply).toMatchObject({ status: 200, body: { id: 'c1', trace_id: 't1' } })
    expect(await idsOf(service, project_id)).toEqual(['c1'])
  })

  test('may have names that are percent-encoded', async () => {
    const project_id = 'team/große app'

    const reply = await service.post('/v2/team/gro%C3%9Fe%20app/call/start', {
      start: start(project_id, { id: 'c1' }),
    })

    expect(reply.status).toBe(200)
    expect(await idsOf(service, project_id)).toEqual(['c1'])
  })

  test('is 400 for a record of another project, and stored in neither', async () => {
    const [path, other] = [newProject(), newProject()]

    const reply = await service.post(`/v2/${path}/call/start`, { start: start(other) })

    expect(reply.status).toBe(400)
    expect([...(await idsOf(service, path)), ...(await idsOf(service, other))]).toEqual([])
  })
})
