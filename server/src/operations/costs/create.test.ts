import { createCosts, queryCosts } from '@heddle/contract/costs'
import { afterAll, expect, test } from 'vitest'
import { nowMicros } from '../../clock.ts'
import { newProject } from '../../testing/objects.ts'
import { openService } from '../../testing/service.ts'

const service = await openService()
afterAll(() => service.close())

const PRICE = { prompt_token_cost: 0.01, completion_token_cost: 0.02 }

test('the response has pairs of id and model, in order', async () => {
  const project_id = newProject()

  const { ids } = await service.call(createCosts, { project_id, costs: { zeta: PRICE, alpha: PRICE } })

  expect(ids).toEqual([
    [expect.stringMatching(/^[0-9a-f-]{36}$/), 'zeta'],
    [expect.stringMatching(/^[0-9a-f-]{36}$/), 'alpha'],
  ])
})

test('omitted fields have defaults', async () => {
  const project_id = newProject()
  const before = Math.floor(nowMicros() / 1000)

  const { ids } = await service.call(createCosts, { project_id, costs: { m: PRICE } })

  const { results } = await service.call(queryCosts, { project_id })
  expect(results).toEqual([
    {
      id: ids[0]?.[0],
      llm_id: 'm',
      ...PRICE,
      cache_read_input_token_cost: 0,
      cache_creation_input_token_cost: 0,
      prompt_token_cost_unit: 'USD',
      completion_token_cost_unit: 'USD',
      effective_date: expect.stringMatching(/Z$/),
      provider_id: 'default',
    },
  ])
  expect(Date.parse(results[0]?.effective_date ?? '')).toBeGreaterThanOrEqual(before)
})

test('the same model may have several prices, even of one date', async () => {
  const project_id = newProject()
  const costs = { m: { ...PRICE, effective_date: '2025-01-01' } }

  await service.call(createCosts, { project_id, costs })
  await service.call(createCosts, { project_id, costs })

  expect((await service.call(queryCosts, { project_id })).results).toHaveLength(2)
})

test('an empty list of prices is valid', async () => {
  expect(await service.call(createCosts, { project_id: newProject(), costs: {} })).toEqual({ ids: [] })
})

test.each([
  [['costs'], undefined],
  [['costs'], []],
  [['costs', 'm'], { m: null }],
  [['costs', 'm', 'completion_token_cost'], { m: { prompt_token_cost: 1 } }],
  [['costs', 'm', 'prompt_token_cost'], { m: { ...PRICE, prompt_token_cost: 'free' } }],
  [['costs', 'm', 'effective_date'], { m: { ...PRICE, effective_date: 'soon' } }],
])('an invalid value at %j is 422 and stores nothing', async (loc, costs) => {
  const project_id = newProject()

  const reply = await service.post('/cost/create', { project_id, costs })

  expect(reply).toMatchObject({ status: 422, body: { detail: [{ loc: ['body', ...loc] }] } })
  expect((await service.call(queryCosts, { project_id })).results).toEqual([])
})

test('a price may be a text that is a number', async () => {
  const project_id = newProject()

  await service.post('/cost/create', { project_id, costs: { m: { ...PRICE, prompt_token_cost: '1e-6' } } })

  expect((await service.call(queryCosts, { project_id })).results).toMatchObject([
    { prompt_token_cost: 1e-6 },
  ])
})

test('a key that may only read sets no prices', async () => {
  const { key } = await service.createUser({ entity: 'team', role: 'viewer' })

  const reply = await service.post('/cost/create', { project_id: newProject(), costs: { m: PRICE } }, { key })

  expect(reply.status).toBe(403)
})
