import { createCosts, queryCosts } from '@heddle/contract/costs'
import type { QueryOperation } from '@heddle/contract/query'
import { afterAll, expect, test } from 'vitest'
import { equal, field, literal } from '../../testing/builders.ts'
import { newProject } from '../../testing/objects.ts'
import { openService } from '../../testing/service.ts'

const service = await openService()
afterAll(() => service.close())

/** Prices of 1, 2 and 3 a token, the last set first. */
async function threePrices(): Promise<string> {
  const project_id = newProject()
  for (const n of [3, 1, 2]) {
    const price = { prompt_token_cost: n, completion_token_cost: 0, effective_date: `2025-01-0${n}` }
    await service.call(createCosts, { project_id, costs: { [`m${n}`]: price } })
  }
  return project_id
}

const modelsOf = async (project_id: string, request: object) =>
  (await service.call(queryCosts, { project_id, ...request })).results.map(({ llm_id }) => llm_id)

test('fields that were not requested are null, and never left out', async () => {
  const project_id = await threePrices()

  const { results } = await service.call(queryCosts, {
    project_id,
    fields: ['id', 'llm_id', 'prompt_token_cost'],
    query: {
      $expr: { $and: [literal(true), { $gt: [field('prompt_token_cost'), literal(2.5)] }] },
    },
    sort_by: [{ field: 'effective_date', direction: 'desc' }],
    limit: 10,
  })

  expect(results).toEqual([
    {
      id: expect.any(String),
      llm_id: 'm3',
      prompt_token_cost: 3,
      completion_token_cost: null,
      cache_read_input_token_cost: null,
      cache_creation_input_token_cost: null,
      prompt_token_cost_unit: null,
      completion_token_cost_unit: null,
      effective_date: null,
      provider_id: null,
    },
  ])
})

test.each([
  [{}, ['m3', 'm1', 'm2']],
  [{ sort_by: [{ field: 'prompt_token_cost', direction: 'asc' }] }, ['m1', 'm2', 'm3']],
  [{ sort_by: [{ field: 'effective_date', direction: 'desc' }], limit: 2 }, ['m3', 'm2']],
  [{ sort_by: [{ field: 'llm_id', direction: 'asc' }], offset: 1, limit: 1 }, ['m2']],
  [{ limit: 0 }, []],
  [{ offset: 5 }, []],
])('%j gives %j', async (request, expected) => {
  expect(await modelsOf(await threePrices(), request)).toEqual(expected)
})

test.each<[QueryOperation, string[]]>([
  [{ $eq: [literal('1'), literal('1')] }, ['m3', 'm1', 'm2']],
  [equal('llm_id', 'm2'), ['m2']],
  [{ $gte: [field('prompt_token_cost'), literal(2)] }, ['m3', 'm2']],
  [{ $lt: [field('effective_date'), literal('2025-01-02T00:00:00Z')] }, ['m1']],
  [{ $in: [field('llm_id'), [literal('m1'), literal('m3')]] }, ['m3', 'm1']],
  [{ $not: [equal('llm_id', 'm1')] }, ['m3', 'm2']],
  [equal('pricing_level', 'default'), []],
  [equal('pricing_level_id', 'team/another'), []],
  [equal('llm_id', null), []],
  [{ $and: [literal(false)] }, []],
])('%j finds %j', async ($expr, expected) => {
  expect(await modelsOf(await threePrices(), { query: { $expr } })).toEqual(expected)
})

test.each([
  { fields: ['foo'] },
  { fields: ['inputs.x'] },
  { sort_by: [{ field: 'foo', direction: 'asc' }] },
  { query: { $expr: equal('foo', 1) } },
  { query: { $expr: { $and: [] } } },
  { limit: -1 },
  { offset: -1 },
])('%j is 400', async (request) => {
  const reply = await service.post('/cost/query', { project_id: newProject(), ...request })

  expect(reply).toMatchObject({ status: 400, body: { reason: expect.any(String) } })
})

test.each([{ fields: 'id' }, { sort_by: [{ field: 'id' }] }, { query: {} }, { limit: 'x' }])(
  '%j is 422',
  async (request) => {
    const reply = await service.post('/cost/query', { project_id: newProject(), ...request })

    expect(reply).toMatchObject({ status: 422, body: { detail: [expect.anything()] } })
  },
)

test('only prices of the project itself are shown', async () => {
  await threePrices()

  expect(await service.call(queryCosts, { project_id: newProject() })).toEqual({ results: [] })
})
