import { readCallUsage, readTraceUsage } from '@heddle/contract/calls-stats'
import { createCosts } from '@heddle/contract/costs'
import { afterAll, describe, expect, test } from 'vitest'
import { equal, finished, record, recordFinished, start } from '../../testing/builders.ts'
import { newProject } from '../../testing/objects.ts'
import { openService } from '../../testing/service.ts'

const service = await openService()
afterAll(() => service.close())

const tokens = (prompt_tokens: number) => ({
  summary: { usage: { m: { requests: 1, prompt_tokens, completion_tokens: 1 } } },
})

const usageOf = (requests: number, prompt_tokens: number) => ({
  requests,
  prompt_tokens,
  completion_tokens: requests,
  total_tokens: prompt_tokens + requests,
  cache_read_input_tokens: 0,
  cache_creation_input_tokens: 0,
  prompt_tokens_total_cost: null,
  completion_tokens_total_cost: null,
  cache_read_input_tokens_total_cost: null,
  cache_creation_input_tokens_total_cost: null,
  total_cost: null,
  reported_cost: null,
})

/** A root of 1 token with a child of 10, whose child has 100; and a child that runs. */
async function family(): Promise<string> {
  const project_id = newProject()
  await recordFinished(
    service,
    finished(project_id, 'root', tokens(1)),
    finished(project_id, 'child', { parent_id: 'root', ...tokens(10) }),
    finished(project_id, 'leaf', { parent_id: 'child', ...tokens(100) }),
  )
  await record(service, start(project_id, { id: 'running', trace_id: 't1', parent_id: 'root' }))
  return project_id
}

describe('the usage of calls', () => {
  test('includes their descendants', async () => {
    const project_id = await family()

    const reply = await service.call(readCallUsage, { project_id, call_ids: ['root', 'child', 'unknown'] })

    expect(reply).toMatchObject({
      call_usage: { root: { m: usageOf(3, 111) }, child: { m: usageOf(2, 110) }, unknown: {} },
      unfinished_call_ids: ['running'],
    })
  })

  test('has costs if requested', async () => {
    const project_id = await family()
    const price = { prompt_token_cost: 2, completion_token_cost: 3, effective_date: '2025-01-01' }
    await service.call(createCosts, { project_id, costs: { m: price } })

    const reply = await service.call(readCallUsage, { project_id, call_ids: ['leaf'], include_costs: true })

    expect(reply.call_usage).toMatchObject({
      leaf: { m: { prompt_tokens_total_cost: 200, completion_tokens_total_cost: 3 } },
    })
  })

  test('leaves out models without usage', async () => {
    const project_id = newProject()
    await recordFinished(
      service,
      finished(project_id, 'c1', { summary: { usage: { m: { prompt_tokens: 0 } } } }),
    )

    expect(await service.call(readCallUsage, { project_id, call_ids: ['c1'] })).toMatchObject({
      call_usage: { c1: {} },
    })
  })

  test.each([
    [{ call_ids: ['c1'], limit: -1 }, 400],
    [{ call_ids: 'c1' }, 422],
    [{}, 422],
  ])('asked for with %j is %i', async (request, status) => {
    const reply = await service.post('/calls/usage', { project_id: newProject(), ...request })

    expect(reply.status).toBe(status)
  })
})

describe('the usage of a trace', () => {
  test('has an entry for each call, including its descendants', async () => {
    const project_id = await family()

    const reply = await service.call(readTraceUsage, { project_id, filter: { trace_ids: ['t1'] } })

    expect(reply).toMatchObject({
      call_usage: {
        root: { m: usageOf(3, 111) },
        child: { m: usageOf(2, 110) },
        leaf: { m: usageOf(1, 100) },
        running: {},
      },
      unfinished_call_ids: ['running'],
    })
  })

  test('counts only calls that match', async () => {
    const project_id = await family()

    const reply = await service.call(readTraceUsage, { project_id, query: { $expr: equal('id', 'root') } })

    expect(reply).toMatchObject({ call_usage: { root: { m: usageOf(1, 1) } }, unfinished_call_ids: [] })
  })

  test('of an unknown field is 422, of an empty project empty', async () => {
    const project_id = newProject()

    const unknown = await service.post('/trace/usage', { project_id, query: { $expr: equal('foo', 1) } })

    expect(unknown).toMatchObject({ status: 422, body: { reason: expect.any(String) } })
    expect(await service.call(readTraceUsage, { project_id })).toMatchObject({
      call_usage: {},
      unfinished_call_ids: [],
    })
  })
})
