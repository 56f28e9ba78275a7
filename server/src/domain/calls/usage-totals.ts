import { totalTokens } from '@heddle/contract/call/token-counts'
import type { Micros } from '../../time.ts'
import type { PriceBook } from '../prices/book.ts'
import { sumOfClasses, sumOfKnown, type TokenCosts, tokenCosts } from '../prices/costs.ts'
import type { ModelUsage, TokenCounts } from '../prices/price.ts'
import { countedCost } from '../prices/reported-cost.ts'
import type { CallUsage } from './call.ts'

/** Total usage of one model. Costs are null if unknown or not requested. */
export interface UsageTotal extends TokenCounts, NullableCosts {
  /** The cost that counts (`reported-cost.ts`): computed for some reports, reported for others. */
  readonly total_cost: number | null
  readonly reported_cost: number | null
}

type NullableCosts = { readonly [Cost in keyof TokenCosts]: number | null }

export type ModelTotals = Map<string, UsageTotal>

/** Usage that one call reported, at the prices of its start. Empty reports are skipped. */
export function ownTotals(
  reported: readonly CallUsage[],
  startedAt: Micros,
  prices: PriceBook | undefined,
): ModelTotals {
  const totals: ModelTotals = new Map()
  for (const usage of reported) {
    if (isNothing(usage)) continue
    const price = prices?.at(usage, startedAt)
    const computed = price && tokenCosts(usage, price)
    const cost = prices ? countedCost(usage, computed && sumOfClasses(computed)) : null
    totals.set(
      usage.model,
      usageTotal(usage, computed ?? NO_COSTS, cost, prices ? usage.reported_cost : null),
    )
  }
  return totals
}

/** Whether a report has nothing but zeros, and no cost. */
export function isNothing(usage: ModelUsage): boolean {
  return (
    usage.requests === 0 &&
    usage.total_tokens === 0 &&
    usage.prompt_tokens === 0 &&
    usage.completion_tokens === 0 &&
    usage.cache_read_input_tokens === 0 &&
    usage.cache_creation_input_tokens === 0 &&
    usage.reported_cost === null
  )
}

/** Tokens of all models of a call; null if it reports none. */
export function tokensOfCall(usage: readonly ModelUsage[]): number | null {
  return usage.reduce((sum, each) => sum + totalTokens(each), 0) || null
}

/** Field by field: a trace has ten thousand of them, and spreading objects takes twenty times as long. */
function usageTotal(
  usage: ModelUsage,
  costs: NullableCosts,
  total_cost: number | null,
  reported_cost: number | null,
): UsageTotal {
  return {
    requests: usage.requests,
    prompt_tokens: usage.prompt_tokens,
    completion_tokens: usage.completion_tokens,
    total_tokens: totalTokens(usage),
    cache_read_input_tokens: usage.cache_read_input_tokens,
    cache_creation_input_tokens: usage.cache_creation_input_tokens,
    prompt_tokens_total_cost: costs.prompt_tokens_total_cost,
    completion_tokens_total_cost: costs.completion_tokens_total_cost,
    cache_read_input_tokens_total_cost: costs.cache_read_input_tokens_total_cost,
    cache_creation_input_tokens_total_cost: costs.cache_creation_input_tokens_total_cost,
    total_cost,
    reported_cost,
  }
}

export function addTotals(to: ModelTotals, from: ModelTotals): void {
  for (const [model, total] of from) {
    const known = to.get(model)
    to.set(model, known ? sumOf(known, total) : total)
  }
}

const NO_COSTS = {
  prompt_tokens_total_cost: null,
  completion_tokens_total_cost: null,
  cache_read_input_tokens_total_cost: null,
  cache_creation_input_tokens_total_cost: null,
}

function sumOf(a: UsageTotal, b: UsageTotal): UsageTotal {
  return {
    requests: a.requests + b.requests,
    prompt_tokens: a.prompt_tokens + b.prompt_tokens,
    completion_tokens: a.completion_tokens + b.completion_tokens,
    total_tokens: a.total_tokens + b.total_tokens,
    cache_read_input_tokens: a.cache_read_input_tokens + b.cache_read_input_tokens,
    cache_creation_input_tokens: a.cache_creation_input_tokens + b.cache_creation_input_tokens,
    prompt_tokens_total_cost: sumOfKnown(a.prompt_tokens_total_cost, b.prompt_tokens_total_cost),
    completion_tokens_total_cost: sumOfKnown(a.completion_tokens_total_cost, b.completion_tokens_total_cost),
    cache_read_input_tokens_total_cost: sumOfKnown(
      a.cache_read_input_tokens_total_cost,
      b.cache_read_input_tokens_total_cost,
    ),
    cache_creation_input_tokens_total_cost: sumOfKnown(
      a.cache_creation_input_tokens_total_cost,
      b.cache_creation_input_tokens_total_cost,
    ),
    total_cost: sumOfKnown(a.total_cost, b.total_cost),
    reported_cost: sumOfKnown(a.reported_cost, b.reported_cost),
  }
}
