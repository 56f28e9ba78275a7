import { endCall, startCall } from '@heddle/contract/calls'
import { countCalls } from '@heddle/contract/calls-query'
import { afterAll, describe, expect, test } from 'vitest'
import { end, idsOf, readOne, record, start } from '../../testing/builders.ts'
import { newProject } from '../../testing/objects.ts'
import { openService } from '../../testing/service.ts'

const service = await openService()
afterAll(() => service.close())

test('an end is answered with an empty object and completes the call', async () => {
  const project_id = newProject()
  await record(service, start(project_id, { id: 'c1' }))

  const reply = await service.call(endCall, { end: end(project_id, 'c1', { output: [3, 1] }) })

  expect(reply).toEqual({})
  expect(await readOne(service, project_id, 'c1')).toMatchObject({
    output: [3, 1],
    ended_at: '2025-03-01T10:00:01.250000Z',
    summary: { weave: { status: 'success', latency_ms: 1250 } },
  })
})

test('an end without its start is not visible, and the call has both once the start arrives', async () => {
  const project_id = newProject()

  await service.call(endCall, {
    end: end(project_id, 'c1', { output: 'early', started_at: '2025-03-01T10:00:00Z' }),
  })
  const before = await service.call(countCalls, { project_id })
  await service.call(startCall, { start: start(project_id, { id: 'c1' }) })
  const after = await service.call(countCalls, { project_id })

  expect([before.count, after.count]).toEqual([0, 1])
  expect(await readOne(service, project_id, 'c1')).toMatchObject({
    output: 'early',
    summary: { weave: { status: 'success' } },
  })
})

test('an end in the project of the path is 404 for an unknown call, and 200 elsewhere', async () => {
  const project_id = newProject()
  const body = { end: end(project_id, 'unknown') }

  const inProject = await service.post(`/v2/${project_id}/call/end`, body)
  const elsewhere = await service.post('/call/end', body)

  expect(inProject).toMatchObject({ status: 404, body: { reason: expect.any(String) } })
  expect(elsewhere).toMatchObject({ status: 200, body: {} })
})

test('the last of several ends counts, and leaves the start as it was', async () => {
  const project_id = newProject()
  await record(service, start(project_id, { id: 'c1', inputs: { q: 1 } }))

  await record(service, end(project_id, 'c1', { output: 'first', exception: 'boom' }))
  await record(service, end(project_id, 'c1', { output: 'second' }))

  expect(await readOne(service, project_id, 'c1')).toMatchObject({
    inputs: { q: 1 },
    output: 'second',
    exception: null,
  })
})

describe('a malformed end is 422 with the path of the invalid field', () => {
  test.each([
    ['id', undefined],
    ['id', 5],
    ['ended_at', undefined],
    ['ended_at', 'never'],
    ['summary', undefined],
    ['summary', null],
    ['summary', []],
    ['exception', {}],
    ['wb_run_step_end', 'x'],
  ])('with %s as %j', async (name, value) => {
    const reply = await service.post('/call/end', { end: { ...end(newProject(), 'c1'), [name]: value } })

    expect(reply).toMatchObject({ status: 422, body: { detail: [{ loc: ['body', 'end', name] }] } })
  })

  test.each([
    { usage: null },
    { usage: [] },
    { usage: { m: 3 } },
    { usage: { m: { prompt_tokens: 1.5 } } },
    { usage: { m: { requests: 'many' } } },
    { status_counts: null },
    { status_counts: { unknown: 1 } },
    { status_counts: { error: 'x' } },
  ])('with the summary %j', async (summary) => {
    const reply = await service.post('/call/end', { end: end(newProject(), 'c1', { summary }) })

    expect(reply).toMatchObject({ status: 422, body: { detail: [expect.anything()] } })
  })
})

test('counters may be whole floats or texts, and other keys anything', async () => {
  const project_id = newProject()
  const usage = { m: { prompt_tokens: 3.0, output_tokens: '3', requests: null, note: ['kept'] } }
  await record(service, start(project_id, { id: 'c1' }))

  await record(service, end(project_id, 'c1', { summary: { usage, own: 1 } }))

  expect(await readOne(service, project_id, 'c1')).toMatchObject({
    summary: { own: 1, usage: { m: { prompt_tokens: 3, output_tokens: 3, note: ['kept'] } } },
  })
})

test('an end without an id is 400', async () => {
  const reply = await service.post('/call/end', { end: end(newProject(), '') })

  expect(reply.status).toBe(400)
})

describe('an end in the project of the path', () => {
  test('finds its call by id, whatever start time it has', async () => {
    const project_id = newProject()
    await record(service, start(project_id, { id: 'c1' }))

    const reply = await service.post(`/v2/${project_id}/call/end`, {
      end: end(project_id, 'c1', { started_at: '1999-01-01T00:00:00Z', output: 1 }),
    })

    expect(reply).toMatchObject({ status: 200, body: {} })
    expect(await readOne(service, project_id, 'c1')).toMatchObject({
      output: 1,
      started_at: '2025-03-01T10:00:00Z',
    })
  })

  test('is 404 for a call that is deleted, or of another project', async () => {
    const [project_id, other] = [newProject(), newProject()]
    await record(service, start(project_id, { id: 'c1' }), start(other, { id: 'c2' }))
    await service.post('/calls/delete', { project_id, call_ids: ['c1'] })

    const deleted = await service.post(`/v2/${project_id}/call/end`, { end: end(project_id, 'c1') })
    const elsewhere = await service.post(`/v2/${project_id}/call/end`, { end: end(project_id, 'c2') })

    expect([deleted.status, elsewhere.status]).toEqual([404, 404])
    expect(await idsOf(service, project_id)).toEqual([])
  })

  test('is 400 for a record of another project', async () => {
    const reply = await service.post(`/v2/${newProject()}/call/end`, { end: end(newProject(), 'c1') })

    expect(reply.status).toBe(400)
  })
})
