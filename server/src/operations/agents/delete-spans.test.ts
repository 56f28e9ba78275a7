import { queryAgentSpans } from '@heddle/contract/agent-spans'
import { deleteAgentSpans } from '@heddle/contract/agents'
import { afterAll, expect, test } from 'vitest'
import { agentSpan } from '../../testing/agent-spans.ts'
import { note } from '../../testing/builders.ts'
import { newProject } from '../../testing/objects.ts'
import { openService } from '../../testing/service.ts'

const service = await openService()
afterAll(() => service.close())

async function threeTraces(): Promise<string> {
  const project_id = newProject()
  await service.storage.agentSpans.put([
    agentSpan(project_id, 'a', { trace_id: 't1', conversation_id: 'c1' }),
    agentSpan(project_id, 'b', { trace_id: 't1', parent_span_id: 'a' }),
    agentSpan(project_id, 'a', { trace_id: 't2', conversation_id: 'c1' }),
    agentSpan(project_id, 'd', { trace_id: 't3' }),
  ])
  return project_id
}

const left = async (project_id: string) => {
  const { spans } = await service.call(queryAgentSpans, { project_id })
  return spans.map(({ trace_id, span_id }) => `${trace_id}/${span_id}`).sort()
}

test.each([
  ['of traces', { trace_ids: ['t1', 'unknown'] }, 2, ['t2/a', 't3/d']],
  ['of conversations', { conversation_ids: ['c1'] }, 2, ['t1/b', 't3/d']],
  ['by id, in whichever trace', { span_ids: ['a', 'a'] }, 2, ['t1/b', 't3/d']],
  ['that any list names', { trace_ids: ['t1'], span_ids: ['a', 'd'], conversation_ids: [] }, 4, []],
  ['of empty lists, which are none', { trace_ids: [] }, 0, ['t1/a', 't1/b', 't2/a', 't3/d']],
])('spans %s are deleted and counted', async (_, lists, num_deleted, rest) => {
  const project_id = await threeTraces()

  expect(await service.call(deleteAgentSpans, { project_id, ...lists })).toEqual({ num_deleted })
  expect(await left(project_id)).toEqual(rest)
})

test('any number of spans is deleted with their conversation', async () => {
  const project_id = newProject()
  await service.storage.agentSpans.put(
    Array.from({ length: 1201 }, (_, at) => agentSpan(project_id, `s${at}`, { conversation_id: 'c1' })),
  )

  const reply = await service.call(deleteAgentSpans, { project_id, conversation_ids: ['c1'] })

  expect(reply).toEqual({ num_deleted: 1201 })
  expect(await left(project_id)).toEqual([])
})

test('spans of other projects and feedback are kept', async () => {
  const [project_id, other] = [await threeTraces(), await threeTraces()]
  await service.post('/feedback/create', note(project_id, 'kept'))

  await service.call(deleteAgentSpans, { project_id, trace_ids: ['t1', 't2', 't3'] })

  expect(await left(other)).toHaveLength(4)
  const feedback = await service.post('/feedback/query', { project_id })
  expect(feedback.body).toMatchObject({ total_count: 1 })
})

test('a request without ids is 400, and one with too many 413', async () => {
  const project_id = await threeTraces()
  const ids = (count: number) => Array.from({ length: count }, (_, at) => `t${at}`)

  const nothing = await service.post('/agents/spans/delete', { project_id })
  const many = await service.post('/agents/spans/delete', {
    project_id,
    trace_ids: ids(600),
    span_ids: ids(401),
  })

  expect(nothing).toMatchObject({ status: 400, body: { reason: expect.stringContaining('trace_ids') } })
  expect(many).toMatchObject({ status: 413, body: { reason: expect.stringContaining('1001') } })
  expect(await left(project_id)).toHaveLength(4)
})

test('a key that may only read does not delete', async () => {
  const project_id = await threeTraces()
  const { key } = await service.createUser({ entity: 'team', role: 'viewer' })

  const reply = await service.post('/agents/spans/delete', { project_id, trace_ids: ['t1'] }, { key })

  expect(reply.status).toBe(403)
  expect(await left(project_id)).toHaveLength(4)
})
