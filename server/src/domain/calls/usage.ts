import type { Micros } from '../../time.ts'
import { groupBy } from '../measures/group-by.ts'
import type { PriceBook } from '../prices/book.ts'
import { type TokenCosts, tokenCosts } from '../prices/costs.ts'
import type { ModelUsage } from '../prices/price.ts'
import type { CallUsage } from './call.ts'
import { isRepetition, type UsageStanding } from './counting.ts'
import type { CallNode } from './tree.ts'

export interface UsedCall extends CallNode {
  readonly usage_standing: UsageStanding | null
  readonly started_at: Micros
  readonly ended_at: Micros | null
}

/** What a call and everything below it used of one model. Costs are null where unpriced or not asked for. */
export type UsageTotal = Omit<ModelUsage, 'model'> & { readonly [Cost in keyof TokenCosts]: number | null }

export interface UsageReport {
  readonly call_usage: Readonly<Record<string, Readonly<Record<string, UsageTotal>>>>
  readonly unfinished_call_ids: readonly string[]
}

/**
 * What each of the calls named used, together with its descendants among `calls`; a call that is
 * not among them used nothing. `reported` is what each call said of itself; spans that only repeat others are left out. Costs are worked out
 * call by call, at the prices of its start, if there are prices.
 */
export function reportUsage(
  ids: readonly string[],
  calls: readonly UsedCall[],
  reported: readonly CallUsage[],
  prices?: PriceBook,
): UsageReport {
  const totals = rollUp(calls, totalsByCall(calls, reported, prices))
  const unfinished = calls.filter(({ ended_at }) => ended_at === null).map(({ id }) => id)
  return {
    call_usage: Object.fromEntries(ids.map((id) => [id, Object.fromEntries(totals.get(id) ?? [])])),
    unfinished_call_ids: [...new Set(unfinished)].sort(),
  }
}

export type ModelTotals = Map<string, UsageTotal>

/** What one call reported, at the prices of its start. Reports of nothing are passed over. */
export function ownTotals(
  reported: readonly CallUsage[],
  startedAt: Micros,
  prices: PriceBook | undefined,
): ModelTotals {
  const totals: ModelTotals = new Map()
  for (const usage of reported) {
    if (isNothing(usage)) continue
    const price = prices?.at(usage.model, startedAt)
    totals.set(usage.model, usageTotal(usage, price ? tokenCosts(usage, price) : NO_COSTS))
  }
  return totals
}

/** Whether a report has nothing but zeros. */
export function isNothing(usage: ModelUsage): boolean {
  return (
    usage.requests === 0 &&
    usage.total_tokens === 0 &&
    usage.prompt_tokens === 0 &&
    usage.completion_tokens === 0 &&
    usage.cache_read_input_tokens === 0 &&
    usage.cache_creation_input_tokens === 0
  )
}

/** Clients may leave the total out. */
export function totalTokens(usage: ModelUsage): number {
  return usage.total_tokens || usage.prompt_tokens + usage.completion_tokens
}

/** Field by field: a trace has ten thousand of them, and spreading objects takes twenty times as long. */
function usageTotal(usage: ModelUsage, costs: TokenCosts | typeof NO_COSTS): UsageTotal {
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

function totalsByCall(
  calls: readonly UsedCall[],
  reported: readonly CallUsage[],
  prices: PriceBook | undefined,
): Map<string, ModelTotals> {
  const reportedBy = groupBy(reported, ({ id }) => id)
  return new Map(
    calls.map(({ id, started_at, usage_standing }) => {
      const own = isRepetition(usage_standing) ? [] : (reportedBy.get(id) ?? [])
      return [id, ownTotals(own, started_at, prices)]
    }),
  )
}

/** Adds every call to its parent, the lowest first, so that each call is added once. */
function rollUp(calls: readonly UsedCall[], own: Map<string, ModelTotals>): Map<string, ModelTotals> {
  const byId = new Map(calls.map((call) => [call.id, call]))
  const parentOf = (call: UsedCall) => {
    const parent = call.parent_id === null ? undefined : byId.get(call.parent_id)
    return parent?.trace_id === call.trace_id ? parent : undefined
  }
  const childrenLeft = new Map(calls.map((call) => [call, 0]))
  for (const call of calls) {
    const parent = parentOf(call)
    if (parent) childrenLeft.set(parent, (childrenLeft.get(parent) ?? 0) + 1)
  }
  const complete = new Set(calls.filter((call) => childrenLeft.get(call) === 0))
  // A set hands out what is added to it while it is walked.
  for (const call of complete) {
    const parent = parentOf(call)
    if (parent === undefined) continue
    addTotals(totalsOf(own, parent), totalsOf(own, call))
    const left = (childrenLeft.get(parent) ?? 0) - 1
    childrenLeft.set(parent, left)
    if (left === 0) complete.add(parent)
  }
  shareCircles(
    calls.filter((call) => !complete.has(call)),
    parentOf,
    own,
  )
  return own
}

/** Calls whose parents form a circle are below one another: each gets the sum of all. */
function shareCircles(
  calls: readonly UsedCall[],
  parentOf: (call: UsedCall) => UsedCall | undefined,
  totals: Map<string, ModelTotals>,
): void {
  const shared = new Set<UsedCall>()
  for (const first of calls) {
    if (shared.has(first)) continue
    const sum: ModelTotals = new Map()
    for (let call: UsedCall | undefined = first; call && !shared.has(call); call = parentOf(call)) {
      shared.add(call)
      addTotals(sum, totalsOf(totals, call))
      totals.set(call.id, sum)
    }
  }
}

const totalsOf = (totals: ReadonlyMap<string, ModelTotals>, { id }: UsedCall): ModelTotals =>
  totals.get(id) ?? new Map()

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
  }
}

/** Null where neither is known. */
export function sumOfKnown(a: number | null, b: number | null): number | null {
  return a === null || b === null ? (a ?? b) : a + b
}
