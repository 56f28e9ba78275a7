import type { JsonObject } from '@heddle/contract/schema'
import { isObject, numberAt, valueAt } from '../../call/json.ts'

/** One class of tokens of one model: `tokens × price = cost`. */
interface CostLine {
  readonly model: string
  readonly name: string
  /** Billed tokens: cached input is not counted as input again. */
  readonly tokens: number
  readonly price: number
  readonly cost: number
}

export interface ModelCost {
  readonly model: string
  readonly requests: number
  readonly lines: readonly CostLine[]
  readonly total: number
  /** Source of the prices: `default`, or the project's own. */
  readonly level: string
  readonly effectiveDate: string | undefined
}

const CLASSES = [
  { name: 'Input', cost: 'prompt_tokens_total_cost', price: 'prompt_token_cost', tokens: 'prompt_tokens' },
  {
    name: 'Cached input',
    cost: 'cache_read_input_tokens_total_cost',
    price: 'cache_read_input_token_cost',
    tokens: 'cache_read_input_tokens',
  },
  {
    name: 'Cache writes',
    cost: 'cache_creation_input_tokens_total_cost',
    price: 'cache_creation_input_token_cost',
    tokens: 'cache_creation_input_tokens',
  },
  {
    name: 'Output',
    cost: 'completion_tokens_total_cost',
    price: 'completion_token_cost',
    tokens: 'completion_tokens',
  },
] as const

/** Breaks down `summary.weave.costs` by token class. */
export function modelCosts(summary: JsonObject): ModelCost[] {
  const costs = fields(valueAt(summary, 'weave.costs'))
  return Object.entries(costs).map(([model, value]) => modelCost(model, fields(value)))
}

/** Models with usage but without a price. */
export function modelsWithoutPrice(summary: JsonObject): string[] {
  const costs = fields(valueAt(summary, 'weave.costs'))
  return Object.keys(fields(summary.usage)).filter((model) => !Object.hasOwn(costs, model))
}

function modelCost(model: string, cost: JsonObject): ModelCost {
  const lines = CLASSES.map((each): CostLine => {
    const price = numberAt(cost, each.price) ?? 0
    const total = numberAt(cost, each.cost) ?? 0
    // Reported input includes cached tokens, which have their own line; dividing by the price gives the billed ones.
    const tokens = price > 0 ? Math.round(total / price) : (numberAt(cost, each.tokens) ?? 0)
    return { model, name: each.name, tokens, price, cost: total }
  }).filter(({ tokens }) => tokens > 0)
  return {
    model,
    requests: numberAt(cost, 'requests') ?? 0,
    lines,
    total: lines.reduce((sum, line) => sum + line.cost, 0),
    level: String(cost.pricing_level ?? ''),
    effectiveDate: typeof cost.effective_date === 'string' ? cost.effective_date : undefined,
  }
}

const fields = (value: unknown): JsonObject => (isObject(value) ? value : {})
