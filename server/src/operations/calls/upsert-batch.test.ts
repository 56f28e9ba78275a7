import { upsertCalls } from '@heddle/contract/call-batches'
import { afterAll, describe, expect, test } from 'vitest'
import { batchItem, callsOf, end, idsOf, readOne, record, start } from '../../testing/builders.ts'
import { newProject } from '../../testing/objects.ts'
import { openService } from '../../testing/service.ts'

const service = await openService()
afterAll(() => service.close())

test('results are in the order of the items, and that of an end is empty', async () => {
  const project_id = newProject()
  const batch = [
    end(project_id, 'c1'),
    start(project_id, { id: 'c1', trace_id: 't1' }),
    start(project_id, { id: 'c2', trace_id: 't2' }),
    end(project_id, 'c2'),
  ].map(batchItem)

  const reply = await service.call(upsertCalls, { batch })

  expect(reply).toEqual({ res: [{}, { id: 'c1', trace_id: 't1' }, { id: 'c2', trace_id: 't2' }, {}] })
})

describe('one bad item stores nothing', () => {
  const good = (project_id: string) => batchItem(start(project_id, { id: 'good' }))

  test.each([
    ['a mode that nobody knows', { mode: 'stop', req: { start: start('team/app') } }],
    ['a mode that contradicts a start', { mode: 'end', req: { start: start('team/app') } }],
    ['a mode that contradicts an end', { mode: 'start', req: { end: end('team/app', 'c') } }],
    ['neither start nor end', { mode: 'start', req: {} }],
    ['both start and end', { req: { start: start('team/app'), end: end('team/app', 'c') } }],
    ['no req', { mode: 'start' }],
    ['a start without a project', { req: { start: { ...start('team/app'), project_id: null } } }],
    ['an end without a summary', { req: { end: { ...end('team/app', 'c'), summary: null } } }],
    ['an item that is no object', 5],
  ])('%s is 422', async (_, bad) => {
    const project_id = newProject()

    const reply = await service.post('/call/upsert_batch', { batch: [good(project_id), bad] })

    const loc = expect.arrayContaining(['body', 'batch', 1])
    expect(reply).toMatchObject({ status: 422, body: { detail: [{ loc }] } })
    expect(await idsOf(service, project_id)).toEqual([])
  })

  test.each([
    ['an op name that is too long', batchItem(start('team/app', { op_name: 'n'.repeat(129) }))],
    ['a display name that is too long', batchItem(start('team/app', { display_name: 'n'.repeat(1025) }))],
    ['an end without an id', batchItem(end('team/app', ''))],
    ['a project without an entity', batchItem(start('app'))],
  ])('%s is 400', async (_, bad) => {
    const project_id = newProject()

    const reply = await service.post('/call/upsert_batch', { batch: [good(project_id), bad] })

    expect(reply).toMatchObject({ status: 400, body: { reason: expect.any(String) } })
    expect(await idsOf(service, project_id)).toEqual([])
  })
})

test('an empty batch has an empty answer', async () => {
  expect(await service.call(upsertCalls, { batch: [] })).toEqual({ res: [] })
})

test('the mode may be left out', async () => {
  const project_id = newProject()

  const reply = await service.call(upsertCalls, {
    batch: [
      { req: { start: start(project_id, { id: 'c1', trace_id: 't1' }) } },
      { req: { end: end(project_id, 'c1') } },
    ],
  })

  expect(reply).toEqual({ res: [{ id: 'c1', trace_id: 't1' }, {}] })
})

test('items may belong to several projects, whose ids are independent', async () => {
  const [first, second] = [newProject(), newProject()]

  await record(
    service,
    start(first, { id: 'c1', inputs: { of: 'first' } }),
    start(second, { id: 'c1', inputs: { of: 'second' } }),
    end(second, 'c1', { output: 'second' }),
  )

  expect(await callsOf(service, first)).toMatchObject([{ inputs: { of: 'first' }, ended_at: null }])
  expect(await callsOf(service, second)).toMatchObject([{ inputs: { of: 'second' }, output: 'second' }])
})

test('a batch with one item of a forbidden project is 403 and stores nothing', async () => {
  const project_id = newProject()
  const { key } = await service.createUser({ entity: 'team' })
  const batch = [start(project_id, { id: 'c1' }), start('others/secret', { id: 'c1' })].map(batchItem)

  const reply = await service.post('/call/upsert_batch', { batch }, { key })

  expect(reply.status).toBe(403)
  expect(await idsOf(service, project_id)).toEqual([])
})

test('a batch sent again changes nothing', async () => {
  const project_id = newProject()
  const parts = [start(project_id, { id: 'c1', trace_id: 't1' }), end(project_id, 'c1', { output: 1 })]
  await record(service, ...parts)
  const before = await callsOf(service, project_id)

  await record(service, ...parts)

  expect(await callsOf(service, project_id)).toEqual(before)
  expect(before).toHaveLength(1)
})

test('starts and ends that arrive concurrently and in any order become complete calls', async () => {
  const project_id = newProject()
  const ids = Array.from({ length: 40 }, (_, index) => `c${String(index).padStart(2, '0')}`)
  const requests = ids.flatMap((id, index) => {
    const sent = [start(project_id, { id }), end(project_id, id, { output: id })]
    return index % 2 === 0 ? sent : sent.reverse()
  })

  await Promise.all(requests.map((part) => record(service, part)))

  const calls = await callsOf(service, project_id)
  expect(calls.map(({ id, output }) => [id, output])).toEqual(ids.map((id) => [id, id]))
})

test('a call that is deleted while its start is sent repeatedly stays deleted', async () => {
  const project_id = newProject()
  await record(service, start(project_id, { id: 'c1' }))

  await Promise.all([
    ...Array.from({ length: 10 }, () => record(service, start(project_id, { id: 'c1' }))),
    service.post('/calls/delete', { project_id, call_ids: ['c1'] }),
    ...Array.from({ length: 10 }, () => record(service, end(project_id, 'c1'))),
  ])
  await record(service, start(project_id, { id: 'c1' }), end(project_id, 'c1'))

  expect(await readOne(service, project_id, 'c1')).toBeNull()
  expect(await idsOf(service, project_id)).toEqual([])
})
