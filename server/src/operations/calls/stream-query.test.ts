import { afterAll, expect, test } from 'vitest'
import { callsOf, finished, recordFinished } from '../../testing/builders.ts'
import { newProject } from '../../testing/objects.ts'
import { openService } from '../../testing/service.ts'

const service = await openService()
afterAll(() => service.close())

test('3000 calls are 3000 lines, in order', async () => {
  const project_id = newProject()
  const ids = Array.from({ length: 3000 }, (_, index) => `c${String(index).padStart(4, '0')}`)
  await recordFinished(service, ...ids.toReversed().map((id) => finished(project_id, id, { inputs: { id } })))

  const reply = await service.post('/calls/stream_query', { project_id })

  expect(reply.headers['content-type']).toContain('application/jsonl')
  expect(reply.text.endsWith('}\n')).toBe(true)
  expect(reply.body).toHaveLength(3000)
  expect(reply.body).toMatchObject(ids.map((id) => ({ id, inputs: { id } })))
})

test('an empty project is an empty body', async () => {
  const reply = await service.post('/calls/stream_query', { project_id: newProject() })

  expect(reply).toMatchObject({ status: 200, text: '' })
  expect(reply.headers['content-type']).toContain('application/jsonl')
})

test('the lines are what a query returns', async () => {
  const project_id = newProject()
  await recordFinished(service, finished(project_id, 'a', { output: 'x\ny' }), finished(project_id, 'b'))

  const reply = await service.post('/calls/stream_query', { project_id, include_feedback: true })

  expect(reply.body).toEqual(await callsOf(service, project_id, { include_feedback: true }))
})

test.each([
  ['a negative limit', { limit: -1 }, 400],
  ['an unknown column', { columns: ['foo'] }, 422],
  ['an unknown sort field', { sort_by: [{ field: 'foo', direction: 'asc' }] }, 422],
  ['an empty $and', { query: { $expr: { $and: [] } } }, 400],
  ['a malformed query', { query: {} }, 422],
])('%s is refused before the first line', async (_, request, status) => {
  const reply = await service.post('/calls/stream_query', { project_id: newProject(), ...request })

  expect(reply.status).toBe(status)
  expect(reply.headers['content-type']).toContain('application/json;')
})

test('calls of others are 403', async () => {
  const { key } = await service.createUser({ entity: 'others' })

  const reply = await service.post('/calls/stream_query', { project_id: newProject() }, { key })

  expect(reply.status).toBe(403)
})
