import { formatDateTime, type Micros } from '../../time.ts'
import type { PriceBook } from './book.ts'
import type { ModelUsage, Price } from './price.ts'

/** What the tokens of each class cost. */
export interface TokenCosts {
  readonly prompt_tokens_total_cost: number
  readonly completion_tokens_total_cost: number
  readonly cache_read_input_tokens_total_cost: number
  readonly cache_creation_input_tokens_total_cost: number
}

/** What a call used of one model and what that costs, with the price it was worked out from. */
export interface ModelCosts extends TokenCosts, Omit<ModelUsage, 'model'>, ShownPrice {
  readonly effective_date: string
  readonly created_at: string
}

type ShownPrice = Omit<Price, 'id' | 'llm_id' | 'effective_date' | 'created_at'>

/** The costs of what a call itself reported, model by model; models without a price are left out. */
export function callCosts(
  usage: readonly ModelUsage[],
  startedAt: Micros,
  prices: PriceBook,
): Map<string, ModelCosts> {
  const costs = new Map<string, ModelCosts>()
  for (const { model, ...tokens } of usage) {
    const price = prices.at(model, startedAt)
    if (price) costs.set(model, { ...tokens, ...tokenCosts(tokens, price), ...shownPrice(price) })
  }
  return costs
}

/** What all models of a call cost together; null where none has a price. */
export function totalCost(costs: ReadonlyMap<string, TokenCosts>): number | null {
  if (costs.size === 0) return null
  const parts = [...costs.values()].flatMap((model) => [
    model.prompt_tokens_total_cost,
    model.completion_tokens_total_cost,
    model.cache_read_input_tokens_total_cost,
    model.cache_creation_input_tokens_total_cost,
  ])
  return parts.reduce((sum, cost) => sum + cost, 0)
}

/** Reported prompt tokens include the cached ones, which are charged at their own rates. */
export function tokenCosts(tokens: TokenCounts, price: Price): TokenCosts {
  const { prompt_tokens, completion_tokens, cache_read_input_tokens, cache_creation_input_tokens } = tokens
  const uncached = prompt_tokens - cache_read_input_tokens - cache_creation_input_tokens
  return {
    prompt_tokens_total_cost: uncached * price.prompt_token_cost,
    completion_tokens_total_cost: completion_tokens * price.completion_token_cost,
    cache_read_input_tokens_total_cost: cache_read_input_tokens * price.cache_read_input_token_cost,
    cache_creation_input_tokens_total_cost:
      cache_creation_input_tokens * price.cache_creation_input_token_cost,
  }
}

type TokenCounts = Pick<
  ModelUsage,
  'prompt_tokens' | 'completion_tokens' | 'cache_read_input_tokens' | 'cache_creation_input_tokens'
>

function shownPrice({ id: _, llm_id: __, effective_date, created_at, ...price }: Price) {
  return {
    ...price,
    effective_date: formatDateTime(effective_date),
    created_at: formatDateTime(created_at),
  }
}
