import { deleteCalls } from '@heddle/contract/calls'
import { afterAll, expect, test } from 'vitest'
import { end, finished, idsOf, note, record, recordFinished, start } from '../../testing/builders.ts'
import { newProject } from '../../testing/objects.ts'
import { openService } from '../../testing/service.ts'

const service = await openService()
afterAll(() => service.close())

async function family(): Promise<string> {
  const project_id = newProject()
  await recordFinished(
    service,
    finished(project_id, 'root'),
    finished(project_id, 'middle', { parent_id: 'root' }),
    finished(project_id, 'sibling', { parent_id: 'root' }),
    finished(project_id, 'leaf', { parent_id: 'middle' }),
    finished(project_id, 'leaf of a leaf', { parent_id: 'leaf' }),
    finished(project_id, 'other trace', { parent_id: 'middle', trace_id: 't2' }),
  )
  return project_id
}

test('a call is deleted with its descendants, and its parent and siblings are kept', async () => {
  const project_id = await family()

  const reply = await service.call(deleteCalls, { project_id, call_ids: ['middle'] })

  expect(reply).toEqual({ num_deleted: 3 })
  expect(await idsOf(service, project_id)).toEqual(['other trace', 'root', 'sibling'])
})

test('1000 ids are fine, and 1001 are 413', async () => {
  const ids = (count: number) => Array.from({ length: count }, (_, index) => `c${index}`)
  const project_id = newProject()

  const full = await service.post('/calls/delete', { project_id, call_ids: ids(1000) })
  const over = await service.post('/calls/delete', { project_id, call_ids: ids(1001) })

  expect(full).toMatchObject({ status: 200, body: { num_deleted: 0 } })
  expect(over).toMatchObject({ status: 413, body: { reason: expect.any(String) } })
})

test('each call counts once, and unknown ones do not count', async () => {
  const project_id = await family()

  const first = await service.call(deleteCalls, {
    project_id,
    call_ids: ['leaf', 'middle', 'leaf', 'unknown'],
  })
  const again = await service.call(deleteCalls, { project_id, call_ids: ['middle'] })
  const nothing = await service.call(deleteCalls, { project_id, call_ids: [] })

  expect([first, again, nothing]).toEqual([{ num_deleted: 3 }, { num_deleted: 0 }, { num_deleted: 0 }])
})

test('a deleted call stays deleted, whatever is sent for it', async () => {
  const project_id = newProject()
  await record(service, start(project_id, { id: 'c1' }))
  await service.call(deleteCalls, { project_id, call_ids: ['c1'] })

  await record(service, end(project_id, 'c1'), start(project_id, { id: 'c1' }))
  await service.post('/call/update', { project_id, call_id: 'c1', display_name: 'back' })

  expect(await idsOf(service, project_id)).toEqual([])
})

test('the same id in another project stays', async () => {
  const [project_id, other] = [newProject(), newProject()]
  await record(service, start(project_id, { id: 'c1' }), start(other, { id: 'c1' }))

  await service.call(deleteCalls, { project_id, call_ids: ['c1'] })

  expect(await idsOf(service, other)).toEqual(['c1'])
})

test('feedback on a deleted call stays', async () => {
  const project_id = newProject()
  await record(service, start(project_id, { id: 'c1' }))
  await service.post('/feedback/create', note(project_id, 'kept'))

  await service.call(deleteCalls, { project_id, call_ids: ['c1'] })

  const reply = await service.post('/feedback/query', { project_id })
  expect(reply.body).toMatchObject({ total_count: 1 })
})

test('calls whose parents form a cycle are deleted together', async () => {
  const project_id = newProject()
  await recordFinished(
    service,
    finished(project_id, 'a', { parent_id: 'b' }),
    finished(project_id, 'b', { parent_id: 'a' }),
    finished(project_id, 'self', { parent_id: 'self' }),
  )

  const reply = await service.call(deleteCalls, { project_id, call_ids: ['a', 'self'] })

  expect(reply).toEqual({ num_deleted: 3 })
})

test.each([[[1]], ['c1'], [null], [undefined]])('call_ids as %j is 422', async (call_ids) => {
  const reply = await service.post('/calls/delete', { project_id: newProject(), call_ids })

  expect(reply).toMatchObject({ status: 422, body: { detail: [expect.anything()] } })
})

test('a key that may only read does not delete', async () => {
  const { key } = await service.createUser({ entity: 'team', role: 'viewer' })
  const project_id = await family()

  const reply = await service.post('/calls/delete', { project_id, call_ids: ['root'] }, { key })

  expect(reply.status).toBe(403)
  expect(await idsOf(service, project_id)).toHaveLength(6)
})
