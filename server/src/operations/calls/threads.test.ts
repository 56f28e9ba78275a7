import { afterAll, expect, test } from 'vitest'
import { finished, record, recordFinished, start } from '../../testing/builders.ts'
import { newProject } from '../../testing/objects.ts'
import { openService } from '../../testing/service.ts'

const service = await openService()
afterAll(() => service.close())

/** A turn that starts on that second of the hour and takes that long. */
function turn(project_id: string, thread_id: string, id: string, second: number, durationMs: number) {
  const started = Date.UTC(2025, 2, 1, 10, 0, second)
  return finished(project_id, id, {
    thread_id,
    turn_id: id,
    started_at: new Date(started).toISOString(),
    ended_at: new Date(started + durationMs).toISOString(),
  })
}

const threadsOf = (project_id: string, request: object = {}) =>
  service.post('/threads/stream_query', { project_id, ...request })

async function twoThreads(): Promise<string> {
  const project_id = newProject()
  await recordFinished(
    service,
    turn(project_id, 'long', 'l1', 0, 1000),
    turn(project_id, 'long', 'l2', 10, 2000),
    turn(project_id, 'short', 's1', 30, 500),
    { ...turn(project_id, 'long', 'inner', 11, 100), turn_id: 'l2' },
  )
  return project_id
}

test('a thread is its turns, newest thread first', async () => {
  const project_id = await twoThreads()

  const reply = await threadsOf(project_id)

  expect(reply.headers['content-type']).toContain('application/jsonl')
  expect(reply.body).toEqual([
    {
      thread_id: 'short',
      turn_count: 1,
      start_time: '2025-03-01T10:00:30Z',
      last_updated: '2025-03-01T10:00:30.500000Z',
      first_turn_id: 's1',
      last_turn_id: 's1',
      p50_turn_duration_ms: 500,
      p99_turn_duration_ms: 500,
    },
    {
      thread_id: 'long',
      turn_count: 2,
      start_time: '2025-03-01T10:00:00Z',
      last_updated: '2025-03-01T10:00:12Z',
      first_turn_id: 'l1',
      last_turn_id: 'l2',
      p50_turn_duration_ms: 1500,
      p99_turn_duration_ms: 1990,
    },
  ])
})

test('a thread is listed once one of its turns has ended', async () => {
  const project_id = newProject()
  await record(service, start(project_id, { id: 'r', thread_id: 'th', turn_id: 'r' }))

  const before = await threadsOf(project_id)
  await recordFinished(service, turn(project_id, 'th', 'done', 0, 1))
  const after = await threadsOf(project_id)

  expect(before).toMatchObject({ status: 200, text: '' })
  expect(after.body).toMatchObject([{ thread_id: 'th', turn_count: 2, last_turn_id: 'done' }])
})

test.each([
  [{ limit: 1 }, ['short']],
  [{ offset: 1 }, ['long']],
  [{ limit: 0 }, []],
  [{ sort_by: [{ field: 'turn_count', direction: 'desc' }] }, ['long', 'short']],
  [{ sort_by: [{ field: 'p50_turn_duration_ms', direction: 'asc' }] }, ['short', 'long']],
  [{ sort_by: [{ field: 'thread_id', direction: 'asc' }] }, ['long', 'short']],
  [{ filter: { thread_ids: ['long'] } }, ['long']],
  [{ filter: { thread_ids: [] } }, ['short', 'long']],
  [{ filter: { after_datetime: '2025-03-01T10:00:10Z' } }, ['short']],
  [{ filter: { before_datetime: '2025-03-01T10:00:30Z' } }, ['long']],
])('%j gives %j', async (request, expected) => {
  const project_id = await twoThreads()

  const reply = await threadsOf(project_id, request)

  expect(reply.body).toMatchObject(expected.map((thread_id) => ({ thread_id })))
  expect(reply.body).toHaveLength(expected.length)
})

test('threads without turns left are gone', async () => {
  const project_id = await twoThreads()

  await service.post('/calls/delete', { project_id, call_ids: ['s1'] })

  expect((await threadsOf(project_id)).body).toMatchObject([{ thread_id: 'long' }])
})

test.each([
  [{ sort_by: [{ field: 'foo', direction: 'asc' }] }, 400],
  [{ limit: -1 }, 400],
  [{ offset: -1 }, 400],
  [{ sort_by: [{ field: 'thread_id' }] }, 422],
  [{ filter: { after_datetime: 'then' } }, 422],
  [{ filter: { thread_ids: 'th' } }, 422],
])('%j is %i', async (request, status) => {
  expect((await threadsOf(newProject(), request)).status).toBe(status)
})
