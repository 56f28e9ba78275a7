import { expect, test } from 'vitest'
import { perMillion, priceOf, spendRows } from './spend.ts'

const FIELDS = { input: '2.5', output: '10', cacheRead: '', cacheWrite: '', from: '' }

test('prices are entered per million tokens and stored per token', () => {
  expect(priceOf(FIELDS)).toEqual({
    prompt_token_cost: 0.0000025,
    completion_token_cost: 0.00001,
    cache_read_input_token_cost: 0,
    cache_creation_input_token_cost: 0,
  })
  expect(perMillion(0.0000025)).toBe(2.5)
  expect(perMillion(null)).toBeNull()
})

test('a date means local midnight', () => {
  expect(priceOf({ ...FIELDS, from: '2025-03-01' })?.effective_date).toBe(
    new Date('2025-03-01T00:00').toISOString(),
  )
})

test('a date that is none is rejected', () => {
  expect(priceOf({ ...FIELDS, from: '20255-03-01' })).toBeUndefined()
})

test('invalid amounts are rejected', () => {
  expect(priceOf({ ...FIELDS, input: '' })).toBeUndefined()
  expect(priceOf({ ...FIELDS, output: '-1' })).toBeUndefined()
  expect(priceOf({ ...FIELDS, cacheRead: 'x' })).toBeUndefined()
})

test('a model with usage but no cost has no price, unless the project sets it to zero', () => {
  const used = (model: string, cost: number) => ({
    model,
    calls: 1,
    input: 1,
    output: 1,
    tokens: 2,
    cost,
    reportedCost: 0,
  })
  const free = {
    id: 'p',
    llm_id: 'free',
    prompt_token_cost: 0,
    completion_token_cost: 0,
    cache_read_input_token_cost: 0,
    cache_creation_input_token_cost: 0,
    prompt_token_cost_unit: 'USD',
    completion_token_cost_unit: 'USD',
    effective_date: null,
    provider_id: null,
  }

  const rows = spendRows([used('known', 1), used('unknown', 0), used('free', 0)], [free])

  expect(rows.map(({ isUnpriced }) => isUnpriced)).toEqual([false, true, false])
})
