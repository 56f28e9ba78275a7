import { isObject, numberAt, valueAt } from '@heddle/contract/call/json'
import type { UsageStanding } from '@heddle/contract/call/usage-standing'
import type { TraceTree } from '@heddle/contract/compare/tree'
import type { JsonObject } from '@heddle/contract/schema'

/** One class of tokens of one model: `tokens × price = cost`. */
interface CostLine {
  readonly model: string
  readonly name: string
  /** Billed tokens: cached input is not counted as input again. */
  readonly tokens: number
  /** Undefined if billed as part of another class. */
  readonly price: number | undefined
  readonly cost: number | undefined
}

export interface ModelCost {
  readonly model: string
  readonly requests: number
  readonly lines: readonly CostLine[]
  readonly total: number
  /** Source of the prices: `default`, or the project's own. */
  readonly level: string
  readonly effectiveDate: string | undefined
  /** The requested model, if its price is used because the model that answered has none. */
  readonly pricedAs: string | undefined
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
  const usage = fields(summary.usage)
  return Object.entries(costs).map(([model, value]) => modelCost(model, fields(value), usage[model]))
}

/** Models with usage but without a price. */
export function modelsWithoutPrice(summary: JsonObject): string[] {
  const costs = fields(valueAt(summary, 'weave.costs'))
  return Object.keys(fields(summary.usage)).filter((model) => !Object.hasOwn(costs, model))
}

function modelCost(model: string, cost: JsonObject, usage: unknown): ModelCost {
  const count = (name: string) => numberAt(cost, name) ?? 0
  const cached = count('cache_read_input_tokens') + count('cache_creation_input_tokens')
  const lines = CLASSES.map((each): CostLine => {
    // Reported input includes cached tokens, which have lines of their own.
    const tokens = each.tokens === 'prompt_tokens' ? count(each.tokens) - cached : count(each.tokens)
    return { model, name: each.name, tokens, price: count(each.price), cost: count(each.cost) }
  }).filter(({ tokens }) => tokens > 0)
  const reasoning = reasoningTokens(usage)
  return {
    model,
    requests: count('requests'),
    lines: reasoning > 0 ? [...lines, reasoningLine(model, reasoning)] : lines,
    total: lines.reduce((sum, { cost: amount = 0 }) => sum + amount, 0),
    level: String(cost.pricing_level ?? ''),
    effectiveDate: textIn(cost, 'effective_date'),
    pricedAs: textIn(cost, 'priced_as'),
  }
}

/** Reasoning is part of the output and billed with it. */
const reasoningLine = (model: string, tokens: number): CostLine => ({
  model,
  name: 'of which reasoning',
  tokens,
  price: undefined,
  cost: undefined,
})

const reasoningTokens = (usage: unknown): number =>
  numberAt(usage, 'reasoning_tokens') ??
  numberAt(usage, 'completion_tokens_details.reasoning_tokens') ??
  numberAt(usage, 'output_tokens_details.reasoning_tokens') ??
  0

function textIn(object: JsonObject, key: string): string | undefined {
  const value = object[key]
  return typeof value === 'string' ? value : undefined
}

/** Which of the two costs of a call counts, and why. */
export interface CostSummary {
  readonly computed: number | undefined
  readonly reported: number | undefined
  readonly counted: number | undefined
  readonly reason: string
}

export function costSummary(summary: JsonObject): CostSummary {
  const costs = modelCosts(summary)
  const source = valueAt(summary, 'weave.cost_source')
  return {
    computed: costs.length === 0 ? undefined : costs.reduce((sum, { total }) => sum + total, 0),
    reported: numberAt(summary, 'weave.reported_cost'),
    counted: numberAt(summary, 'weave.total_cost'),
    reason:
      source === 'reported' ? reasonForReported(summary, costs.length) : 'Computed from tokens and prices',
  }
}

function reasonForReported(summary: JsonObject, pricedModels: number): string {
  if (pricedModels === 0) return 'Reported by the client, because there is no price'
  return Object.keys(fields(summary.usage)).length > 1
    ? 'Reported by the client for all models together'
    : 'Reported by the client, because it sent no cached token counts'
}

/** Usage that a call of the trace reported. */
export interface UsageReport {
  readonly id: string
  readonly name: string
  readonly tokens: number
  readonly cost: number | null
  readonly reportedCost: number | null
  readonly standing: UsageStanding | null
}

/** What a call and the calls below it reported, in the order of the tree. */
export function usageReports(tree: TraceTree, callId: string): UsageReport[] {
  const top = tree.indexOfId.get(callId) ?? -1
  const [from = 0, to = 0] = [tree.position[top], tree.end[top]]
  const { calls, reports } = tree.skeleton
  const at = (index: number) => tree.position[index] ?? -1
  return reports.call
    .map((index, report) => ({ index, report }))
    .filter(({ index }) => at(index) >= from && at(index) < to)
    .sort((a, b) => at(a.index) - at(b.index))
    .map(({ index, report }) => ({
      id: calls.id[index] ?? '',
      name: tree.names[index] ?? '',
      tokens: reports.tokens[report] ?? 0,
      cost: reports.cost[report] ?? null,
      reportedCost: reports.reported_cost[report] ?? null,
      standing: calls.usage_standing[index] ?? null,
    }))
}

interface StandingText {
  readonly label: string
  readonly reason: string
}

/** Whether usage counts in totals, or why it does not. */
export const STANDINGS: Record<UsageStanding, StandingText> = {
  counted: { label: 'Counted', reason: 'Counted' },
  in_parent: { label: 'In call above', reason: 'Not counted: included in the call above' },
  repeated_below: { label: 'Repeated below', reason: 'Not counted: repeated by calls below' },
  same_response: { label: 'Same response', reason: 'Not counted: same response as a sibling' },
}

const fields = (value: unknown): JsonObject => (isObject(value) ? value : {})
