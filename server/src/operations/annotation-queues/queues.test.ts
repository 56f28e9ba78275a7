import {
  type AnnotationQueueRecord,
  createAnnotationQueue,
  deleteAnnotationQueue,
  readAnnotationQueue,
  updateAnnotationQueue,
} from '@heddle/contract/annotation-queues'
import { afterAll, expect, test } from 'vitest'
import { newProject } from '../../testing/objects.ts'
import { openService } from '../../testing/service.ts'

const clock = { micros: 0 }
const service = await openService({ now: () => ++clock.micros * 1_000_000 })
afterAll(() => service.close())

async function makeQueue(project_id: string, name: string): Promise<string> {
  return (await service.call(createAnnotationQueue, { project_id, name })).id
}

async function query(request: object): Promise<AnnotationQueueRecord[]> {
  const { body } = await service.post('/annotation_queues/query', request)
  if (!Array.isArray(body)) throw new Error(`no lines: ${JSON.stringify(body)}`)
  return body
}

const namesOf = async (request: object) => (await query(request)).map(({ name }) => name)

test('a new queue is read back whole', async () => {
  const project_id = newProject()
  const { user, key } = await service.createUser({ entity: 'team' })
  const fields = { name: 'Odd', description: 'to read', scorer_refs: ['weave:///team/app/object/spec:v1'] }

  const { id } = await service.call(createAnnotationQueue, { project_id, ...fields }, { key })

  const { queue } = await service.call(readAnnotationQueue, { project_id, queue_id: id })
  expect(queue).toEqual({
    ...fields,
    id,
    project_id,
    created_at: expect.any(String),
    created_by: user.id,
    updated_at: queue.created_at,
    deleted_at: null,
  })
})

test('queues are listed newest first, one per line', async () => {
  const project_id = newProject()
  for (const name of ['one', 'two', 'three']) await makeQueue(project_id, name)

  const reply = await service.post('/annotation_queues/query', { project_id })

  expect(reply.headers).toMatchObject({ 'content-type': 'application/jsonl' })
  expect(await namesOf({ project_id })).toEqual(['three', 'two', 'one'])
  expect(await namesOf({ project_id: newProject() })).toEqual([])
})

test('queues are found by a part of their name, ignoring case, sorted and paged', async () => {
  const project_id = newProject()
  for (const name of ['Ärger B', 'ärger a', 'other', '%']) await makeQueue(project_id, name)
  const byName = { sort_by: [{ field: 'name', direction: 'asc' }] }

  expect(await namesOf({ project_id, name: 'äRG', ...byName })).toEqual(['Ärger B', 'ärger a'])
  expect(await namesOf({ project_id, name: '%' })).toEqual(['%'])
  expect(await namesOf({ project_id, ...byName, limit: 2, offset: 1 })).toEqual(['other', 'Ärger B'])
  expect(await namesOf({ project_id, limit: 0 })).toEqual([])
})

test.each([{ sort_by: [{ field: 'description', direction: 'asc' }] }, { limit: -1 }, { offset: -1 }])(
  '%j is refused before the first line',
  async (request) => {
    const reply = await service.post('/annotation_queues/query', { project_id: newProject(), ...request })

    expect(reply.status).toBe(400)
  },
)

test('an update changes the fields it has, and nothing if it has none', async () => {
  const project_id = newProject()
  const queue_id = await makeQueue(project_id, 'old')
  const before = await service.call(readAnnotationQueue, { project_id, queue_id })

  const unchanged = await service.call(updateAnnotationQueue, { project_id, queue_id })
  const { queue } = await service.call(updateAnnotationQueue, { project_id, queue_id, description: 'new' })

  expect(unchanged).toEqual(before)
  expect(queue).toEqual({ ...before.queue, description: 'new', updated_at: queue.updated_at })
  expect(queue.updated_at > before.queue.updated_at).toBe(true)
  expect(await service.call(readAnnotationQueue, { project_id, queue_id })).toEqual({ queue })
})

test('updates at once each keep what the others have changed', async () => {
  const project_id = newProject()
  const queue_id = await makeQueue(project_id, 'old')
  const changes = [{ name: 'new' }, { description: 'to read' }, { scorer_refs: ['weave:///a/b/object/s:v1'] }]

  await Promise.all(
    changes.map((change) => service.call(updateAnnotationQueue, { project_id, queue_id, ...change })),
  )

  const { queue } = await service.call(readAnnotationQueue, { project_id, queue_id })
  expect(queue).toMatchObject(Object.assign({}, ...changes))
})

test('a deleted queue is returned by its deletion, and not found afterwards', async () => {
  const project_id = newProject()
  const queue_id = await makeQueue(project_id, 'gone')
  const url = `/annotation_queues/${queue_id}`

  const { queue } = await service.call(deleteAnnotationQueue, { project_id, queue_id })

  expect(queue).toMatchObject({ id: queue_id, deleted_at: expect.any(String) })
  expect(await query({ project_id })).toEqual([])
  const replies = [
    await service.get(`${url}?project_id=${project_id}`),
    await service.put(url, { project_id, name: 'back' }),
    await service.request({ method: 'DELETE', url: `${url}?project_id=${project_id}` }),
    await service.post(`${url}/items`, { project_id, call_ids: [], display_fields: [] }),
    await service.post(`${url}/items/query`, { project_id }),
    await service.post(`${url}/items/x/progress`, { project_id, annotation_state: 'completed' }),
  ]
  expect(replies.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404, 404])
  expect(replies[0]?.body).toMatchObject({ deleted_at: queue.deleted_at })
})

test('a queue of another project is not found', async () => {
  const queue_id = await makeQueue(newProject(), 'mine')

  expect(await service.get(`/annotation_queues/${queue_id}?project_id=${newProject()}`)).toMatchObject({
    status: 404,
  })
})
