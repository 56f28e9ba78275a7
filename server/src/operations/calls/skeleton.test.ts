import { readTraceSkeleton } from '@heddle/contract/skeleton'
import { expect, test } from 'vitest'
import { end, finished, record, recordFinished, start } from '../../testing/builders.ts'
import { startService } from '../../testing/service.ts'

const PROJECT = 'team/app'

test('the skeleton has every visible call of the trace, with status, tokens and cost', async () => {
  const service = await startService()
  const usage = { 'gpt-4o': { prompt_tokens: 100, completion_tokens: 10, requests: 1 } }
  await recordFinished(
    service,
    finished(PROJECT, 'root', { started_at: '2025-03-01T10:00:00Z', display_name: 'My agent' }),
    finished(PROJECT, 'llm', {
      parent_id: 'root',
      op_name: 'chat',
      started_at: '2025-03-01T10:00:00.25Z',
      summary: { usage },
    }),
    finished(PROJECT, 'other', { trace_id: 't2' }),
  )
  const late = { trace_id: 't1', parent_id: 'root', started_at: '2025-03-01T10:00:01Z' }
  await record(
    service,
    start(PROJECT, { ...late, id: 'running' }),
    start(PROJECT, { ...late, id: 'tool', op_name: 'chat' }),
    end(PROJECT, 'tool', { exception: 'boom' }),
    start(PROJECT, { ...late, id: 'zapped' }),
  )
  await service.post('/calls/delete', { project_id: PROJECT, call_ids: ['zapped'] })

  const skeleton = await service.call(readTraceSkeleton, { project_id: PROJECT, trace_id: 't1' })

  expect(skeleton).toMatchObject({
    started_at: '2025-03-01T10:00:00Z',
    op_names: ['answer', 'chat'],
    models: ['gpt-4o'],
    has_more: false,
    calls: {
      id: ['root', 'llm', 'running', 'tool'],
      parent: [-1, 0, 0, 0],
      op_name: [0, 1, 0, 1],
      display_name: ['My agent', null, null, null],
      start_us: [0, 250_000, 1_000_000, 1_000_000],
      duration_us: [1_250_000, 1_000_000, null, 250_000],
      status: ['descendant_error', 'success', 'running', 'error'],
      kind: ['call', 'call', 'call', 'call'],
      model: [-1, 0, -1, -1],
      tokens: [110, 110, null, null],
    },
    usage: { 'gpt-4o': { prompt_tokens: 100, completion_tokens: 10 } },
  })
  const [rootCost, llmCost] = skeleton.calls.cost
  expect(rootCost).toBeGreaterThan(0)
  expect(llmCost).toBe(rootCost)
})

test('an unknown trace is empty', async () => {
  const service = await startService()

  const skeleton = await service.call(readTraceSkeleton, { project_id: PROJECT, trace_id: 'nothing' })

  expect(skeleton).toMatchObject({ started_at: null, op_names: [], calls: { id: [] }, usage: {} })
})

test('a trace is found by any of its calls', async () => {
  const service = await startService()
  await recordFinished(
    service,
    finished(PROJECT, 'root'),
    finished(PROJECT, 'below', { parent_id: 'root' }),
    finished(PROJECT, 'other', { trace_id: 't2' }),
  )
  const skeletonOf = (call_id: string) => service.call(readTraceSkeleton, { project_id: PROJECT, call_id })

  expect((await skeletonOf('below')).calls.id.toSorted()).toEqual(['below', 'root'])
  expect((await skeletonOf('unknown')).calls.id).toEqual([])
})

test('a trace is requested by its own id or by that of a call, not both', async () => {
  const service = await startService()

  for (const choice of [{}, { trace_id: 't1', call_id: 'root' }]) {
    const { status, body } = await service.post('/trace/skeleton', { project_id: PROJECT, ...choice })
    expect(status).toBe(400)
    expect(body).toMatchObject({ reason: 'Send either trace_id or call_id' })
  }
})
