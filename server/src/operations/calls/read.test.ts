import { readCall } from '@heddle/contract/calls'
import { afterAll, describe, expect, test } from 'vitest'
import { end, finished, readOne, record, recordFinished, start } from '../../testing/builders.ts'
import { newProject } from '../../testing/objects.ts'
import { openService } from '../../testing/service.ts'

const service = await openService()
afterAll(() => service.close())

test('an ended call is returned with all its fields', async () => {
  const project_id = newProject()
  const { user, key } = await service.createUser({ entity: 'team' })
  const call = finished(project_id, 'c1', { op_name: 'rank', output: [3, 1], summary: { usage: {} } })
  await service.post(`/v2/${project_id}/calls/complete`, { batch: [call] }, { key })

  const reply = await service.call(readCall, { project_id, id: 'c1' })

  expect(reply).toEqual({
    call: {
      id: 'c1',
      project_id,
      op_name: 'rank',
      display_name: null,
      trace_id: 't1',
      parent_id: null,
      thread_id: null,
      turn_id: null,
      started_at: '2025-03-01T10:00:00Z',
      attributes: {},
      inputs: {},
      ended_at: '2025-03-01T10:00:01.250000Z',
      exception: null,
      output: [3, 1],
      summary: {
        usage: {},
        weave: {
          status: 'success',
          latency_ms: 1250,
          trace_name: 'rank',
          kind: 'call',
          output_preview: '3, 1',
        },
      },
      wb_user_id: user.id,
      wb_run_id: null,
      wb_run_step: null,
      wb_run_step_end: null,
      deleted_at: null,
      expire_at: null,
      storage_size_bytes: null,
      total_storage_size_bytes: null,
    },
  })
})

test('a running call has no output, no end and nothing but its state in the summary', async () => {
  const project_id = newProject()
  await record(service, start(project_id, { id: 'c1', op_name: 'rank' }))

  expect(await readOne(service, project_id, 'c1')).toMatchObject({
    output: null,
    ended_at: null,
    summary: { weave: { status: 'running', kind: 'call', trace_name: 'rank' } },
  })
  expect((await readOne(service, project_id, 'c1'))?.summary).toEqual({
    weave: { status: 'running', kind: 'call', trace_name: 'rank' },
  })
})

test('an unknown call is null', async () => {
  const reply = await service.post('/call/read', { project_id: newProject(), id: 'unknown' })

  expect(reply).toMatchObject({ status: 200, body: { call: null } })
})

test('a call that was deleted, has no start or is of another project is null', async () => {
  const [project_id, other] = [newProject(), newProject()]
  await record(
    service,
    start(project_id, { id: 'deleted' }),
    end(project_id, 'ended'),
    start(other, { id: 'c1' }),
  )
  await service.post('/calls/delete', { project_id, call_ids: ['deleted'] })

  const calls = [
    await readOne(service, project_id, 'deleted'),
    await readOne(service, project_id, 'ended'),
    await readOne(service, project_id, 'c1'),
  ]

  expect(calls).toEqual([null, null, null])
})

describe('the status of a call', () => {
  const failedBelow = { status_counts: { error: 1 } }

  test.each([
    ['success', { exception: '' }],
    ['success', { summary: { status_counts: { error: 0, success: 2 } } }],
    ['error', { exception: 'boom' }],
    ['error', { exception: 'boom', summary: failedBelow }],
    ['descendant_error', { summary: failedBelow }],
    ['descendant_error', { exception: '', summary: failedBelow }],
  ])('is %s after %j', async (status, fields) => {
    const project_id = newProject()
    await record(service, start(project_id, { id: 'c1' }), end(project_id, 'c1', fields))

    expect(await readOne(service, project_id, 'c1')).toMatchObject({ summary: { weave: { status } } })
  })

  test('is running until it has ended', async () => {
    const project_id = newProject()
    await record(service, start(project_id, { id: 'c1' }))

    expect(await readOne(service, project_id, 'c1')).toMatchObject({
      summary: { weave: { status: 'running' } },
    })
  })
})

test('a call with a display name shows it and no trace name', async () => {
  const project_id = newProject()
  await record(service, start(project_id, { id: 'c1', display_name: 'X' }))

  const call = await readOne(service, project_id, 'c1')

  expect(call?.summary).toEqual({ weave: { status: 'running', kind: 'call', display_name: 'X' } })
})

test('the trace name is the name in an op ref', async () => {
  const project_id = newProject()
  await record(service, start(project_id, { id: 'c1', op_name: `weave:///${project_id}/op/rank:D` }))

  expect(await readOne(service, project_id, 'c1')).toMatchObject({
    summary: { weave: { trace_name: 'rank' } },
  })
})

test('summary.weave of the client is kept, except for computed keys', async () => {
  const project_id = newProject()
  const weave = { status: 'lies', costs: 1, mine: 'kept' }
  await recordFinished(service, finished(project_id, 'c1', { summary: { weave, own: 1 } }))

  expect(await readOne(service, project_id, 'c1')).toMatchObject({
    summary: { own: 1, weave: { status: 'success', mine: 'kept' } },
  })
})

test('sizes are returned if requested, that of a trace only on its root', async () => {
  const project_id = newProject()
  await recordFinished(
    service,
    finished(project_id, 'root', { inputs: { text: 'x'.repeat(100) } }),
    finished(project_id, 'child', { parent_id: 'root', inputs: { text: 'x'.repeat(200) } }),
  )
  const asked = { project_id, include_storage_size: true, include_total_storage_size: true }

  const { call: root } = await service.call(readCall, { ...asked, id: 'root' })
  const { call: child } = await service.call(readCall, { ...asked, id: 'child' })

  expect(root?.storage_size_bytes).toBeGreaterThan(100)
  expect(child?.storage_size_bytes).toBeGreaterThan(200)
  expect(root?.total_storage_size_bytes).toBe(
    (root?.storage_size_bytes ?? 0) + (child?.storage_size_bytes ?? 0),
  )
  expect(child?.total_storage_size_bytes).toBeNull()
})

test('an OpenTelemetry span is returned in the attributes', async () => {
  const project_id = newProject()
  await record(service, start(project_id, { id: 'c1', attributes: { a: 1 }, otel_dump: { name: 'span' } }))

  expect(await readOne(service, project_id, 'c1')).toMatchObject({
    attributes: { a: 1, otel_span: { name: 'span' } },
  })
})

test.each([
  ['project_id', { id: 'c1' }],
  ['id', { project_id: 'team/app' }],
  ['id', { project_id: 'team/app', id: 5 }],
  ['include_costs', { project_id: 'team/app', id: 'c1', include_costs: 'maybe' }],
])('an invalid %s is 422', async (name, body) => {
  const reply = await service.post('/call/read', body)

  expect(reply).toMatchObject({ status: 422, body: { detail: [{ loc: ['body', name] }] } })
})

test('a call of a project without access is 403', async () => {
  const { key } = await service.createUser({ entity: 'others' })

  const reply = await service.post('/call/read', { project_id: newProject(), id: 'c1' }, { key })

  expect(reply).toMatchObject({ status: 403, body: { reason: 'Forbidden' } })
})
