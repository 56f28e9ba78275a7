import { expect, test } from 'vitest'
import { modelCosts, modelsWithoutPrice } from './cost-lines.ts'

const priced = {
  requests: 1,
  prompt_tokens: 1200,
  completion_tokens: 300,
  cache_read_input_tokens: 400,
  prompt_tokens_total_cost: 0.002,
  completion_tokens_total_cost: 0.003,
  cache_read_input_tokens_total_cost: 0.0005,
  prompt_token_cost: 0.0000025,
  completion_token_cost: 0.00001,
  cache_read_input_token_cost: 0.00000125,
  pricing_level: 'default',
}

test('each token class costs tokens times price, and cached input is not billed twice', () => {
  const [cost] = modelCosts({ weave: { costs: { 'gpt-4o': priced } } })

  expect(cost?.lines.map(({ name, tokens }) => [name, tokens])).toEqual([
    ['Input', 800],
    ['Cached input', 400],
    ['Output', 300],
  ])
  expect(cost?.total).toBeCloseTo(0.0055)
})

test('models without a price are listed', () => {
  expect(modelsWithoutPrice({ usage: { a: {}, b: {} }, weave: { costs: { a: priced } } })).toEqual(['b'])
  expect(modelCosts({})).toEqual([])
})
