import type { Micros } from '../../time.ts'
import { groupBy } from '../measures/group-by.ts'
import { DEFAULT_PRICES } from './default-prices.ts'
import type { Price } from './price.ts'

/** The prices that apply in a project: its own, and the default ones. */
export interface PriceBook {
  /**
   * The price of a model for a call that started then. One that is in effect comes before one that
   * is not yet, the project's own before a default one, and then the newest. Undefined if unpriced.
   */
  at(model: string, startedAt: Micros): Price | undefined
  /** The newest price of a model whatever its date, the project's own before a default one. */
  newest(model: string): Price | undefined
}

export function newPriceBook(projectPrices: readonly Price[]): PriceBook {
  const own = groupBy(projectPrices, ({ llm_id }) => llm_id)
  const known = new Map<string, readonly Price[]>()
  const candidates = (model: string) => {
    const prices = known.get(model) ?? [...(own.get(model) ?? []), ...(DEFAULT_PRICES.get(model) ?? [])]
    known.set(model, prices)
    return prices
  }
  return {
    at: (model, startedAt) => best(candidates(model), startedAt),
    newest: (model) => best(candidates(model), Number.POSITIVE_INFINITY),
  }
}

function best(candidates: readonly Price[], startedAt: Micros): Price | undefined {
  let first: Price | undefined
  for (const price of candidates) if (!first || compare(price, first, startedAt) < 0) first = price
  return first
}

function compare(a: Price, b: Price, startedAt: Micros): number {
  return (
    Number(a.effective_date > startedAt) - Number(b.effective_date > startedAt) ||
    Number(a.pricing_level === 'default') - Number(b.pricing_level === 'default') ||
    b.effective_date - a.effective_date
  )
}
