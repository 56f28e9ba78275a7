import {
  addAnnotationItems,
  countAnnotationItems,
  createAnnotationQueue,
  queryAnnotationItems,
  setAnnotationProgress,
} from '@heddle/contract/annotation-queues'
import { deleteCalls } from '@heddle/contract/calls'
import { createFeedback } from '@heddle/contract/feedback'
import type { Static } from 'typebox'
import { afterAll, expect, test } from 'vitest'
import { equal, finished, idsOf, note, recordFinished } from '../../testing/builders.ts'
import { newProject } from '../../testing/objects.ts'
import { openService } from '../../testing/service.ts'

const clock = { micros: 0 }
const service = await openService({ now: () => ++clock.micros * 1_000_000 })
afterAll(() => service.close())

/** A project with calls, and a queue for them. */
async function newQueue(...callIds: string[]) {
  const project_id = newProject()
  const calls = callIds.map((id, index) =>
    finished(project_id, id, { op_name: `op-${id}`, started_at: `2025-03-01T10:00:0${9 - index}Z` }),
  )
  if (calls.length > 0) await recordFinished(service, ...calls)
  const { id: queue_id } = await service.call(createAnnotationQueue, { project_id, name: 'queue' })
  return { project_id, queue_id }
}

type Queue = Awaited<ReturnType<typeof newQueue>>
type ItemsRequest = Partial<Static<typeof queryAnnotationItems.request>>

const add = (queue: Queue, ...call_ids: string[]) =>
  service.call(addAnnotationItems, { ...queue, call_ids, display_fields: ['output'] })

const itemsOf = async (queue: Queue, request: ItemsRequest = {}) =>
  (await service.call(queryAnnotationItems, { ...queue, ...request })).items

const callsOf = async (queue: Queue, request: ItemsRequest = {}) =>
  (await itemsOf(queue, request)).map(({ call_id }) => call_id)

async function itemOf(queue: Queue, call_id: string): Promise<string> {
  const [item] = await itemsOf(queue, { filter: { call_id } })
  return item?.id ?? ''
}

test('an item has the call as it was when it was added', async () => {
  const queue = await newQueue('a')
  const { user, key } = await service.createUser({ entity: 'team' })

  await service.call(addAnnotationItems, { ...queue, call_ids: ['a'], display_fields: ['inputs.q'] }, { key })

  const [item] = await itemsOf(queue)
  expect(item).toEqual({
    ...queue,
    id: expect.any(String),
    call_id: 'a',
    call_started_at: '2025-03-01T10:00:09Z',
    call_ended_at: '2025-03-01T10:00:01.250000Z',
    call_op_name: 'op-a',
    call_trace_id: 't1',
    display_fields: ['inputs.q'],
    added_by: user.id,
    annotation_state: 'unstarted',
    annotator_user_id: null,
    created_at: expect.any(String),
    created_by: user.id,
    updated_at: item?.created_at,
    deleted_at: null,
    position_in_queue: null,
  })
})

test('calls that are already in the queue count as duplicates; unknown and deleted ones do not count', async () => {
  const queue = await newQueue('a', 'b', 'gone')
  await service.call(deleteCalls, { project_id: queue.project_id, call_ids: ['gone'] })

  expect(await add(queue, 'a', 'a')).toEqual({ added_count: 1, duplicates: 0 })
  expect(await add(queue, 'a', 'b', 'gone', 'never')).toEqual({ added_count: 1, duplicates: 1 })

  expect(await callsOf(queue)).toEqual(['a', 'b'])
})

test('of requests that add the same calls at once, one adds them', async () => {
  const queue = await newQueue('a', 'b')

  const replies = await Promise.all(Array.from({ length: 5 }, () => add(queue, 'a', 'b')))

  const [first, ...others] = replies.toSorted((left, right) => right.added_count - left.added_count)
  expect(first).toEqual({ added_count: 2, duplicates: 0 })
  expect(others).toEqual(others.map(() => ({ added_count: 0, duplicates: 2 })))
  expect(await callsOf(queue)).toHaveLength(2)
})

test('items are listed oldest first, or as sorted, with their position among all that match', async () => {
  const queue = await newQueue('a', 'b', 'c')
  for (const id of ['b', 'a', 'c']) await add(queue, id)
  const byOp = [{ field: 'call_op_name', direction: 'desc' as const }]

  const page = await itemsOf(queue, { sort_by: byOp, limit: 2, offset: 1, include_position: true })

  expect(await callsOf(queue)).toEqual(['b', 'a', 'c'])
  expect(await callsOf(queue, { sort_by: [{ field: 'call_started_at', direction: 'asc' }] })).toEqual([
    'c',
    'b',
    'a',
  ])
  expect(page.map((item) => [item.call_id, item.position_in_queue])).toEqual([
    ['b', 2],
    ['a', 3],
  ])
})

test('items are filtered by the fields of their call, and by their state', async () => {
  const queue = await newQueue('a', 'b')
  await add(queue, 'a', 'b')
  const item_id = await itemOf(queue, 'a')
  await service.call(setAnnotationProgress, { ...queue, item_id, annotation_state: 'skipped' })

  expect(await callsOf(queue, { filter: { id: item_id } })).toEqual(['a'])
  expect(await callsOf(queue, { filter: { call_op_name: 'op-b' } })).toEqual(['b'])
  expect(await callsOf(queue, { filter: { call_trace_id: 't1', added_by: 'nobody' } })).toEqual([])
  expect(await callsOf(queue, { filter: { annotation_states: ['skipped', 'completed'] } })).toEqual(['a'])
  expect(await callsOf(queue, { filter: { annotation_states: [] } })).toEqual([])
})

test('an unknown sort field is refused', async () => {
  const { project_id, queue_id } = await newQueue()
  const sort_by = [{ field: 'position', direction: 'asc' }]

  const reply = await service.post(`/annotation_queues/${queue_id}/items/query`, { project_id, sort_by })

  expect(reply.status).toBe(400)
})

test('each annotator has a state of their own, and the item has the latest', async () => {
  const queue = await newQueue('a')
  await add(queue, 'a')
  const item_id = await itemOf(queue, 'a')
  const ada = await service.createUser({ entity: 'team' })
  const bob = await service.createUser({ entity: 'team' })
  const say = (annotation_state: 'in_progress' | 'completed', { key }: { key: string }) =>
    service.call(setAnnotationProgress, { ...queue, item_id, annotation_state }, { key })

  await say('completed', ada)
  const { item } = await say('in_progress', bob)
  const again = await say('in_progress', bob)

  expect(item).toMatchObject({ annotation_state: 'in_progress', annotator_user_id: bob.user.id })
  expect(item.updated_at > item.created_at).toBe(true)
  expect(again).toEqual({ item })
  expect(await itemsOf(queue)).toEqual([item])
})

test.each(['in_progress', 'skipped', 'unstarted'])('a completed item does not go to %s', async (next) => {
  const queue = await newQueue('a')
  await add(queue, 'a')
  const item_id = await itemOf(queue, 'a')
  await service.call(setAnnotationProgress, { ...queue, item_id, annotation_state: 'completed' })

  const reply = await service.post(`/annotation_queues/${queue.queue_id}/items/${item_id}/progress`, {
    project_id: queue.project_id,
    annotation_state: next,
  })

  expect(reply.status).toBe(400)
  expect(await itemsOf(queue)).toMatchObject([{ annotation_state: 'completed' }])
})

test('of states that an annotator sets at once, one is kept, and the others are judged by it', async () => {
  const queue = await newQueue('a')
  await add(queue, 'a')
  const path = `/annotation_queues/${queue.queue_id}/items/${await itemOf(queue, 'a')}/progress`
  const states = Array.from({ length: 10 }, (_, index) => (index % 2 === 0 ? 'completed' : 'skipped'))

  const replies = await Promise.all(
    states.map((annotation_state) => service.post(path, { project_id: queue.project_id, annotation_state })),
  )

  const [item] = await itemsOf(queue)
  const kept = item?.annotation_state ?? ''
  expect(['completed', 'skipped']).toContain(kept)
  expect(replies).toMatchObject(
    states.map((state) =>
      state === kept ? { status: 200, body: { item: { annotation_state: kept } } } : { status: 400 },
    ),
  )
})

test('an item of another queue is not found', async () => {
  const queue = await newQueue('a')
  await add(queue, 'a')
  const { project_id } = queue
  const other = await service.call(createAnnotationQueue, { project_id, name: 'other' })

  const reply = await service.post(
    `/annotation_queues/${other.id}/items/${await itemOf(queue, 'a')}/progress`,
    { project_id, annotation_state: 'completed' },
  )

  expect(reply.status).toBe(404)
})

test('stats count the items, and those that are completed', async () => {
  const queue = await newQueue('a', 'b', 'c')
  const { project_id, queue_id } = queue
  await add(queue, 'a', 'b', 'c')
  const done = [
    ['a', 'completed'],
    ['b', 'skipped'],
    ['c', 'in_progress'],
  ] as const
  for (const [call, annotation_state] of done) {
    await service.call(setAnnotationProgress, {
      ...queue,
      item_id: await itemOf(queue, call),
      annotation_state,
    })
  }

  const { stats } = await service.call(countAnnotationItems, { project_id, queue_ids: ['none', queue_id] })

  expect(stats).toEqual([
    { queue_id: 'none', total_items: 0, completed_items: 0 },
    { queue_id, total_items: 3, completed_items: 2 },
  ])
})

test('calls are found by the queue they are in', async () => {
  const queue = await newQueue('a', 'b')
  await add(queue, 'a')
  const inQueue = (id: string) => ({ query: { $expr: equal('annotation_queue_items.queue_id', id) } })

  expect(await idsOf(service, queue.project_id, inQueue(queue.queue_id))).toEqual(['a'])
  expect(await idsOf(service, queue.project_id, inQueue('other'))).toEqual([])
})

test('feedback may name a queue of its project that is not deleted, and no other', async () => {
  const { project_id, queue_id } = await newQueue()
  const elsewhere = await newQueue()
  const url = `/annotation_queues/${queue_id}?project_id=${project_id}`

  expect(await service.call(createFeedback, note(project_id, 'good', { queue_id }))).toMatchObject({
    id: expect.any(String),
  })
  const refused = [
    await service.post('/feedback/create', note(project_id, 'bad', { queue_id: 'none' })),
    await service.post('/feedback/create', note(project_id, 'bad', { queue_id: elsewhere.queue_id })),
  ]
  await service.request({ method: 'DELETE', url })
  refused.push(await service.post('/feedback/create', note(project_id, 'late', { queue_id })))
  expect(refused.map(({ status }) => status)).toEqual([400, 400, 400])
})

test.each<[string, string[]]>([
  ['long', ['x'.repeat(1_000_000)]],
  ['many', Array.from({ length: 300_000 }, () => '')],
])(
  'fields that are too %s for so many calls are refused, and nothing is added',
  async (_, display_fields) => {
    const queue = await newQueue('a')
    const call_ids = Array.from({ length: 20 }, () => 'a')

    await expect(service.call(addAnnotationItems, { ...queue, call_ids, display_fields })).rejects.toThrow(
      '413 {"reason":"display_fields for 20 calls take over 16000000 characters',
    )
    expect(await callsOf(queue)).toEqual([])
  },
)
