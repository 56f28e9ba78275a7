import { createCosts, queryCosts } from '@heddle/contract/costs'
import { afterAll, expect, test } from 'vitest'
import { callsOf, finished, readOne, record, recordFinished, start } from '../../testing/builders.ts'
import { newProject } from '../../testing/objects.ts'
import { exportedSpan, exportOf, inProject, SPAN_ID } from '../../testing/otlp.ts'
import { openService } from '../../testing/service.ts'

const service = await openService()
afterAll(() => service.close())

const used = (project_id: string, usage: object, started_at = '2025-03-01T10:00:00Z') =>
  recordFinished(service, finished(project_id, 'c1', { summary: { usage }, started_at }))

const readWithCosts = async (project_id: string) =>
  (await readOne(service, project_id, 'c1', { include_costs: true }))?.summary

test('default prices are not listed by /cost/query, but apply to calls', async () => {
  const project_id = newProject()
  await used(project_id, { 'gpt-4': { requests: 2, prompt_tokens: 2_000_000, completion_tokens: 4_000_000 } })

  const listed = await service.call(queryCosts, { project_id })
  const summary = await readWithCosts(project_id)

  expect(listed).toEqual({ results: [] })
  expect(summary).toMatchObject({
    weave: {
      costs: {
        'gpt-4': {
          requests: 2,
          prompt_tokens: 2_000_000,
          completion_tokens: 4_000_000,
          total_tokens: 0,
          prompt_tokens_total_cost: expect.closeTo(60),
          completion_tokens_total_cost: expect.closeTo(240),
          prompt_token_cost: 3e-5,
          completion_token_cost: 6e-5,
          prompt_token_cost_unit: 'USD',
          completion_token_cost_unit: 'USD',
          provider_id: 'openai',
          pricing_level: 'default',
          pricing_level_id: 'default',
          created_by: 'system',
          effective_date: expect.any(String),
          created_at: expect.any(String),
        },
      },
    },
  })
})

test('a default price in effect takes precedence over a future price of the project', async () => {
  const project_id = newProject()
  const now = new Date()
  const tomorrow = new Date(now.getTime() + 86_400_000).toISOString()
  const price = { prompt_token_cost: 1, completion_token_cost: 1, effective_date: tomorrow }
  await service.call(createCosts, { project_id, costs: { 'gpt-4': price } })
  await used(project_id, { 'gpt-4': { prompt_tokens: 1 } }, now.toISOString())

  expect(await readWithCosts(project_id)).toMatchObject({
    weave: { costs: { 'gpt-4': { pricing_level: 'default', prompt_token_cost: 3e-5 } } },
  })
})

test('a price of the project that is in effect takes precedence over the default one', async () => {
  const project_id = newProject()
  const price = { prompt_token_cost: 1, completion_token_cost: 2, effective_date: '2025-01-01' }
  const { ids } = await service.call(createCosts, { project_id, costs: { 'gpt-4': price } })
  await used(project_id, { 'gpt-4': { prompt_tokens: 3 } })

  expect(ids).toHaveLength(1)
  expect(await readWithCosts(project_id)).toMatchObject({
    weave: {
      costs: {
        'gpt-4': { pricing_level: 'project', pricing_level_id: project_id, prompt_tokens_total_cost: 3 },
      },
    },
  })
})

test('both spellings of a counter add up, and cached tokens have a price of their own', async () => {
  const project_id = newProject()
  const price = { prompt_token_cost: 0.01, completion_token_cost: 0, cache_read_input_token_cost: 0.001 }
  await service.call(createCosts, { project_id, costs: { m: price } })

  await used(project_id, { m: { prompt_tokens: 100, input_tokens: 20, cache_read_input_tokens: 50 } })

  expect(await readWithCosts(project_id)).toMatchObject({
    weave: {
      costs: {
        m: {
          prompt_tokens: 120,
          prompt_tokens_total_cost: expect.closeTo(0.7),
          cache_read_input_tokens_total_cost: expect.closeTo(0.05),
        },
      },
    },
  })
})

test('only models with a price have costs, and without any there is no key', async () => {
  const [priced, unpriced] = [newProject(), newProject()]
  await used(priced, { 'gpt-4': { prompt_tokens: 1 }, 'nobody-knows': { prompt_tokens: 1 } })
  await used(unpriced, { 'nobody-knows': { prompt_tokens: 1 } })

  const summary = await readWithCosts(priced)

  expect(summary).toMatchObject({ weave: { costs: { 'gpt-4': {} } } })
  expect(summary).not.toHaveProperty(['weave', 'costs', 'nobody-knows'])
  expect(await readWithCosts(unpriced)).not.toHaveProperty(['weave', 'costs'])
})

test('a running call has no costs, and neither has any call unless they are requested', async () => {
  const project_id = newProject()
  await used(project_id, { 'gpt-4': { prompt_tokens: 1 } })
  await record(service, start(project_id, { id: 'running' }))

  const unasked = await readOne(service, project_id, 'c1')
  const running = await readOne(service, project_id, 'running', { include_costs: true })

  expect(unasked?.summary).not.toHaveProperty(['weave', 'costs'])
  expect(running?.summary).toEqual({ weave: { status: 'running', trace_name: 'answer', kind: 'call' } })
})

test('a query has the costs of each call', async () => {
  const project_id = newProject()
  await recordFinished(
    service,
    finished(project_id, 'a', { summary: { usage: { 'gpt-4': { prompt_tokens: 1 } } } }),
    finished(project_id, 'b', { summary: { usage: { 'gpt-4': { prompt_tokens: 2 } } } }),
  )

  expect(await callsOf(service, project_id, { include_costs: true })).toMatchObject([
    { summary: { weave: { costs: { 'gpt-4': { prompt_tokens: 1 } } } } },
    { summary: { weave: { costs: { 'gpt-4': { prompt_tokens: 2 } } } } },
  ])
})

test('prices of another project do not apply', async () => {
  const [project_id, other] = [newProject(), newProject()]
  const price = { prompt_token_cost: 1, completion_token_cost: 1 }
  await service.call(createCosts, { project_id: other, costs: { m: price } })
  await used(project_id, { m: { prompt_tokens: 1 } })

  expect(await readWithCosts(project_id)).not.toHaveProperty(['weave', 'costs'])
})

async function costsOfSpan(attributes: object) {
  const project_id = newProject()
  const span = exportedSpan({ 'gen_ai.operation.name': 'chat', ...attributes })
  await service.post('/otel/v1/traces', exportOf([span], inProject(project_id)))
  const call = await readOne(service, project_id, SPAN_ID, { include_costs: true })
  return call?.summary
}

const TOKENS = { 'gen_ai.usage.input_tokens': 1_000_000, 'gen_ai.usage.output_tokens': 0 }
const CACHED = { 'gen_ai.usage.cache_read.input_tokens': 0 }

test('a model without a price has that of the requested model', async () => {
  const summary = await costsOfSpan({
    'gen_ai.request.model': 'gpt-4',
    'gen_ai.response.model': 'gpt-4-tomorrow',
    ...TOKENS,
  })

  expect(summary).toMatchObject({
    weave: {
      costs: { 'gpt-4-tomorrow': { priced_as: 'gpt-4', prompt_tokens_total_cost: expect.closeTo(30) } },
      total_cost: expect.closeTo(30),
      cost_source: 'computed',
    },
  })
})

test.each<[string, object, object]>([
  [
    'is shown and not counted beside a computed one',
    { 'gen_ai.request.model': 'gpt-4', ...TOKENS, ...CACHED },
    { total_cost: expect.closeTo(30), cost_source: 'computed' },
  ],
  [
    'counts where cached counts are missing',
    { 'gen_ai.request.model': 'gpt-4', ...TOKENS },
    { total_cost: 25, cost_source: 'reported', costs: { 'gpt-4': {} } },
  ],
  [
    'counts where the model has no price',
    { 'gen_ai.request.model': 'nobody-knows', ...TOKENS, ...CACHED },
    { total_cost: 25, cost_source: 'reported' },
  ],
  [
    'counts without any tokens',
    { 'gen_ai.request.model': 'gpt-4' },
    { total_cost: 25, cost_source: 'reported', usage_standing: 'counted' },
  ],
])('a reported cost %s', async (_, attributes, expected) => {
  const summary = await costsOfSpan({ 'gen_ai.usage.cost': 25, ...attributes })

  expect(summary).toMatchObject({ weave: { reported_cost: 25, ...expected } })
})

test.each([-1, 0, 1e300, '3', null, [1], {}])('%j is no reported cost', async (reported_cost) => {
  const project_id = newProject()
  const summary = { usage: { nobody: { prompt_tokens: 1 } }, weave: { reported_cost } }
  await recordFinished(service, finished(project_id, 'c1', { summary }))

  expect(await readWithCosts(project_id)).not.toHaveProperty(['weave', 'total_cost'])
})

test('the reported cost of several models counts once', async () => {
  const project_id = newProject()
  const counters = { prompt_tokens: 1_000_000, cache_read_input_tokens: 0 }
  const summary = { usage: { 'gpt-4': counters, 'gpt-4o': counters }, weave: { reported_cost: 5 } }
  await recordFinished(service, finished(project_id, 'c1', { summary }))

  expect(await readWithCosts(project_id)).toMatchObject({ weave: { total_cost: 5, cost_source: 'reported' } })
})
