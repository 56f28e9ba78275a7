import type { ModelUsage } from './price.ts'

/**
 * A call has up to two costs: the one we compute from tokens and prices, and the one that its client reported. Both are
 * shown; totals count the computed one, unless it would be missing or wrong:
 *
 * - no price: neither the model that answered nor the one that was asked for has one;
 * - no cached counts: the client reports tokens without saying how many were cached, so ours would charge them in full;
 * - several models: the client reports one cost for the models of a call together.
 */
export type CostSource = 'computed' | 'reported'

/** The cost of a report that counts; null if there is none. `computed` is undefined without a price. */
export function countedCost(usage: ReportedCosts, computed: number | undefined): number | null {
  return usage.preferred_cost ?? computed ?? usage.reported_cost
}

export function costSource(usage: ReportedCosts, computed: number | undefined): CostSource | null {
  if (usage.preferred_cost !== null) return 'reported'
  if (computed !== undefined) return 'computed'
  return usage.reported_cost === null ? null : 'reported'
}

type ReportedCosts = Pick<ModelUsage, 'reported_cost' | 'preferred_cost'>

/** Adds the cost that a client reported to the usage of a call, and decides whether it replaces a computed one. */
export function withReportedCost(
  usage: readonly ModelUsage[],
  cost: number,
  hasCachedCounts: boolean,
): ModelUsage[] {
  const isPreferred = usage.length > 1 || !hasCachedCounts
  return usage.map((each, at) => ({
    ...each,
    reported_cost: at === 0 ? cost : null,
    preferred_cost: isPreferred ? (at === 0 ? cost : 0) : null,
  }))
}

/** Larger values cannot be the cost of a call, and would spoil sums. */
const COST_MAX = 1e9

/** Clients without a price list report 0. */
export const isReportedCost = (value: number): boolean => value > 0 && value <= COST_MAX
