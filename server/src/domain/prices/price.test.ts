import { describe, expect, test } from 'vitest'
import { type Micros, parseDateTime } from '../../time.ts'
import { DEFAULT_PRICES, newPriceBook } from './book.ts'
import { callCosts } from './costs.ts'
import { newPrices, type PriceRecord } from './price.ts'

const at = (text: string): Micros => parseDateTime(text) ?? expect.fail(text)
const today = at('2025-03-01T10:00:00Z')

function ownPrice(llm_id: string, record: Partial<PriceRecord>) {
  let count = 0
  const author = { wb_user_id: 'user-1', now: today, newId: () => `price-${++count}` }
  return newPrices(
    'acme/demo',
    { [llm_id]: { prompt_token_cost: 1, completion_token_cost: 2, ...record } },
    author,
  )
}

const tokens = {
  request_model: null,
  reported_cost: null,
  preferred_cost: null,
  requests: 0,
  prompt_tokens: 0,
  completion_tokens: 0,
  total_tokens: 0,
  cache_read_input_tokens: 0,
  cache_creation_input_tokens: 0,
}

test('a new price has defaults for omitted fields', () => {
  expect(ownPrice('house-model', {})).toEqual([
    {
      id: 'price-1',
      pricing_level: 'project',
      pricing_level_id: 'acme/demo',
      provider_id: 'default',
      llm_id: 'house-model',
      effective_date: today,
      prompt_token_cost: 1,
      completion_token_cost: 2,
      cache_read_input_token_cost: 0,
      cache_creation_input_token_cost: 0,
      prompt_token_cost_unit: 'USD',
      completion_token_cost_unit: 'USD',
      created_by: 'user-1',
      created_at: today,
    },
  ])
})

test('an invalid date is refused', () => {
  expect(() => ownPrice('m', { effective_date: 'soon' })).toThrow(
    expect.objectContaining({ code: 'malformed_request' }),
  )
})

describe('the price of a call', () => {
  test("is the project's own before a default one", () => {
    const book = newPriceBook(ownPrice('gpt-4', { effective_date: '2020-01-01' }))

    expect(book.at({ model: 'gpt-4' }, today)).toMatchObject({ pricing_level: 'project' })
  })

  test('is a default one when the own one starts tomorrow', () => {
    const book = newPriceBook(ownPrice('gpt-4', { effective_date: '2025-03-02' }))

    expect(book.at({ model: 'gpt-4' }, today)).toMatchObject({
      pricing_level: 'default',
      prompt_token_cost: 3e-5,
    })
  })

  test('is the newest that is in effect', () => {
    const book = newPriceBook([
      ...ownPrice('m', { effective_date: '2025-01-01', prompt_token_cost: 1 }),
      ...ownPrice('m', { effective_date: '2025-02-01', prompt_token_cost: 2 }),
      ...ownPrice('m', { effective_date: '2025-04-01', prompt_token_cost: 3 }),
    ])

    expect(book.at({ model: 'm' }, today)?.prompt_token_cost).toBe(2)
    expect(book.at({ model: 'm' }, at('2024-01-01'))?.prompt_token_cost).toBe(3)
  })

  test('does not exist for a model without one, whatever its name', () => {
    const book = newPriceBook([])

    expect(['nobody', '__proto__', 'toString', ''].map((model) => book.at({ model }, today))).toEqual(
      Array(4).fill(undefined),
    )
  })

  test.each([
    ['openai/gpt-4o', 'gpt-4o'],
    ['azure/gpt-4o', 'gpt-4o'],
    ['anthropic/claude-sonnet-4-5', 'claude-sonnet-4-5'],
    ['models/gemini-2.5-flash', 'gemini-2.5-flash'],
    ['publishers/google/models/gemini-2.5-flash', 'gemini-2.5-flash'],
    ['anthropic.claude-3-5-haiku-20241022-v1:0', 'claude-3-5-haiku-20241022'],
    ['us.anthropic.claude-sonnet-4-5-20250929-v1:0', 'claude-sonnet-4-5-20250929'],
    ['bedrock/anthropic.claude-3-5-sonnet-20241022-v2:0', 'claude-3-5-sonnet-20241022'],
    ['us.amazon.nova-pro-v1:0', 'amazon.nova-pro-v1:0'],
    ['claude-sonnet-4-5@20250929', 'claude-sonnet-4-5-20250929'],
    ['vertex_ai/claude-3-5-sonnet-v2@20241022', 'claude-3-5-sonnet-20241022'],
  ])('of %s is the default one of %s', (model, llm_id) => {
    expect(newPriceBook([]).at({ model }, today)).toMatchObject({ pricing_level: 'default', llm_id })
  })

  test('does not exist for a name that may cost something else', () => {
    const book = newPriceBook([])
    const models = [
      ...['my-org/gpt-4o', 'ollama/gpt-4o', 'openai/my-org/gpt-4o'],
      ...['openai/deepseek-chat', 'azure_ai/open-mixtral-8x7b', 'mistral/gpt-4o'],
      ...['eu.amazon.nova-pro-v1:0', 'eu.anthropic.claude-sonnet-4-5-20250929-v1:0'],
    ]

    expect(models.filter((model) => book.at({ model }, today))).toEqual([])
  })

  test("is the project's own for its exact name alone", () => {
    const book = newPriceBook(ownPrice('gpt-4o', { effective_date: '2020-01-01' }))

    expect(book.at({ model: 'openai/gpt-4o' }, today)).toMatchObject({ pricing_level: 'default' })
    expect(book.at({ model: 'openai/gpt-4o', request_model: 'gpt-4o' }, today)).toMatchObject({
      pricing_level: 'project',
    })
  })
})

describe('the default prices', () => {
  test('are exact and complete rows', () => {
    expect(DEFAULT_PRICES.get('gpt-4o-mini')).toEqual([
      {
        id: 'default:openai:gpt-4o-mini:2024-01-01',
        pricing_level: 'default',
        pricing_level_id: 'default',
        provider_id: 'openai',
        llm_id: 'gpt-4o-mini',
        effective_date: at('2024-01-01'),
        prompt_token_cost: 1.5e-7,
        completion_token_cost: 6e-7,
        cache_read_input_token_cost: 7.5e-8,
        cache_creation_input_token_cost: 1.5e-7,
        prompt_token_cost_unit: 'USD',
        completion_token_cost_unit: 'USD',
        created_by: 'system',
        created_at: at('2024-01-01'),
      },
    ])
  })

  test('charge cached tokens as other input where no rate is listed for them', () => {
    const priceOf = (model: string) => newPriceBook([]).at({ model }, today)

    expect(priceOf('o3-pro')).toMatchObject({ prompt_token_cost: 2e-5, cache_read_input_token_cost: 2e-5 })
    expect(priceOf('claude-3-5-sonnet-20241022')).toMatchObject({
      cache_read_input_token_cost: 3e-7,
      cache_creation_input_token_cost: 3.75e-6,
    })
  })

  test('change with the listed dates', () => {
    const book = newPriceBook([])

    expect(book.at({ model: 'gpt-4o' }, at('2024-12-17'))?.prompt_token_cost).toBe(5e-6)
    expect(book.at({ model: 'gpt-4o' }, at('2024-12-18'))?.prompt_token_cost).toBe(2.5e-6)
  })

  test('never list a model twice with the same date, and every date is valid', () => {
    for (const [model, prices] of DEFAULT_PRICES) {
      const dates = prices.map(({ effective_date }) => effective_date)

      expect(dates, model).not.toContain(0)
      expect(new Set(dates).size, model).toBe(dates.length)
    }
  })
})

describe('the costs of a call', () => {
  test('multiply tokens by the price, and show both', () => {
    const usage = {
      ...tokens,
      model: 'gpt-4',
      requests: 2,
      prompt_tokens: 2_000_000,
      completion_tokens: 4_000_000,
    }

    const costs = callCosts([usage], today, newPriceBook([]))

    expect(costs.models.get('gpt-4')).toEqual({
      requests: 2,
      prompt_tokens: 2_000_000,
      completion_tokens: 4_000_000,
      total_tokens: 0,
      cache_read_input_tokens: 0,
      cache_creation_input_tokens: 0,
      prompt_tokens_total_cost: expect.closeTo(60),
      completion_tokens_total_cost: expect.closeTo(240),
      cache_read_input_tokens_total_cost: 0,
      cache_creation_input_tokens_total_cost: 0,
      prompt_token_cost: 3e-5,
      completion_token_cost: 6e-5,
      cache_read_input_token_cost: 0,
      cache_creation_input_token_cost: 0,
      prompt_token_cost_unit: 'USD',
      completion_token_cost_unit: 'USD',
      effective_date: '2024-01-01T00:00:00Z',
      provider_id: 'openai',
      pricing_level: 'default',
      pricing_level_id: 'default',
      created_at: '2024-01-01T00:00:00Z',
      created_by: 'system',
    })
  })

  test('charge cached tokens at their own rates', () => {
    const book = newPriceBook(ownPrice('m', { prompt_token_cost: 0.01, cache_read_input_token_cost: 0.001 }))
    const usage = { ...tokens, model: 'm', prompt_tokens: 120, cache_read_input_tokens: 50 }

    expect(callCosts([usage], today, book).models.get('m')).toMatchObject({
      prompt_tokens: 120,
      prompt_tokens_total_cost: expect.closeTo(0.7),
      cache_read_input_tokens_total_cost: expect.closeTo(0.05),
    })
  })

  test('leave out models without a price', () => {
    const usage = [
      { ...tokens, model: 'nobody' },
      { ...tokens, model: 'gpt-4' },
    ]

    expect([...callCosts(usage, today, newPriceBook([])).models.keys()]).toEqual(['gpt-4'])
  })
})
