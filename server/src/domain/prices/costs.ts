import { formatDateTime, type Micros } from '../../time.ts'
import type { PriceBook } from './book.ts'
import type { ModelUsage, Price, TokenCounts } from './price.ts'
import { type CostSource, costSource, countedCost } from './reported-cost.ts'

/** Costs of the tokens of each class. */
export interface TokenCosts {
  readonly prompt_tokens_total_cost: number
  readonly completion_tokens_total_cost: number
  readonly cache_read_input_tokens_total_cost: number
  readonly cache_creation_input_tokens_total_cost: number
}

/** A call's usage of one model with its costs, and the price they are computed from. */
interface ModelCosts extends TokenCosts, TokenCounts, ShownPrice {
  /** The model of the price, if it is not the one that answered. */
  readonly priced_as?: string
  readonly effective_date: string
  readonly created_at: string
}

type ShownPrice = Omit<Price, 'id' | 'llm_id' | 'effective_date' | 'created_at'>

/** The costs of a call itself, without its descendants. */
export interface CallCosts {
  /** Computed costs by model; models without a price are left out. */
  readonly models: ReadonlyMap<string, ModelCosts>
  /** The cost that counts in totals; null if there is neither a price nor a reported cost. */
  readonly total_cost: number | null
  readonly cost_source: CostSource | null
}

export function callCosts(usage: readonly ModelUsage[], startedAt: Micros, prices: PriceBook): CallCosts {
  const models = new Map<string, ModelCosts>()
  let total_cost: number | null = null
  let cost_source: CostSource | null = null
  for (const each of usage) {
    const computed = computedCosts(each, startedAt, prices)
    if (computed) models.set(each.model, modelCosts(each, computed))
    total_cost = sumOfKnown(total_cost, countedCost(each, computed?.sum))
    cost_source ??= costSource(each, computed?.sum)
  }
  return { models, total_cost, cost_source }
}

/** The `total_cost` of `callCosts` alone, for searches that compute it for every call. */
export const totalCost = (
  usage: readonly ModelUsage[],
  startedAt: Micros,
  prices: PriceBook,
): number | null =>
  usage.reduce<number | null>(
    (total, each) => sumOfKnown(total, countedCost(each, computedCosts(each, startedAt, prices)?.sum)),
    null,
  )

interface ComputedCosts {
  readonly price: Price
  readonly costs: TokenCosts
  readonly sum: number
}

/** Undefined without a price. */
function computedCosts(usage: ModelUsage, startedAt: Micros, prices: PriceBook): ComputedCosts | undefined {
  const price = prices.at(usage, startedAt)
  if (!price) return undefined
  const costs = tokenCosts(usage, price)
  return { price, costs, sum: sumOfClasses(costs) }
}

function modelCosts(usage: ModelUsage, { costs, price }: ComputedCosts): ModelCosts {
  const { model, request_model, reported_cost, preferred_cost, ...tokens } = usage
  const asked = price.llm_id === model ? {} : { priced_as: price.llm_id }
  return { ...tokens, ...costs, ...shownPrice(price), ...asked }
}

/** Null if neither is known. */
export function sumOfKnown(a: number | null, b: number | null): number | null {
  return a === null || b === null ? (a ?? b) : a + b
}

export const sumOfClasses = (costs: TokenCosts): number =>
  costs.prompt_tokens_total_cost +
  costs.completion_tokens_total_cost +
  costs.cache_read_input_tokens_total_cost +
  costs.cache_creation_input_tokens_total_cost

/** Reported prompt tokens include the cached ones, which are charged at their own rates. */
export function tokenCosts(tokens: BilledCounts, price: Price): TokenCosts {
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

type BilledCounts = Pick<
  TokenCounts,
  'prompt_tokens' | 'completion_tokens' | 'cache_read_input_tokens' | 'cache_creation_input_tokens'
>

function shownPrice({ id: _, llm_id: __, effective_date, created_at, ...price }: Price) {
  return {
    ...price,
    effective_date: formatDateTime(effective_date),
    created_at: formatDateTime(created_at),
  }
}
