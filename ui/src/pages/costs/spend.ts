import type { CostInput, CostRecord } from '@heddle/contract/costs'
import type { ModelRow } from '../../stats/figures.ts'

export interface SpendRow extends ModelRow {
  /** Used, and yet it cost nothing: neither the project nor the service has a price for it. */
  readonly isUnpriced: boolean
}

/** What each model cost, and which have no price. */
export function spendRows(models: readonly ModelRow[], prices: readonly CostRecord[]): SpendRow[] {
  const priced = new Set(prices.map(({ llm_id }) => llm_id))
  return models.map((row) => ({
    ...row,
    isUnpriced: row.cost === 0 && row.tokens > 0 && !priced.has(row.model),
  }))
}

const MILLION = 1_000_000

/** Prices are kept by the token and shown by the million. */
export const perMillion = (perToken: number | null): number | null =>
  perToken === null ? null : Number((perToken * MILLION).toPrecision(12))

export interface PriceFields {
  readonly input: string
  readonly output: string
  readonly cacheRead: string
  readonly cacheWrite: string
  /** A local day, `2025-03-01`; empty for now. */
  readonly from: string
}

/** The price a form says; undefined while it does not say one. */
export function priceOf({ input, output, cacheRead, cacheWrite, from }: PriceFields): CostInput | undefined {
  const amounts = [input, output, cacheRead || '0', cacheWrite || '0'].map(perToken)
  const [prompt, completion, read, write] = amounts
  if (prompt === undefined || completion === undefined || read === undefined || write === undefined)
    return undefined
  return {
    prompt_token_cost: prompt,
    completion_token_cost: completion,
    cache_read_input_token_cost: read,
    cache_creation_input_token_cost: write,
    ...(from !== '' && { effective_date: new Date(`${from}T00:00`).toISOString() }),
  }
}

function perToken(perMillionText: string): number | undefined {
  const amount = Number(perMillionText)
  const isAmount = perMillionText.trim() !== '' && Number.isFinite(amount) && amount >= 0
  return isAmount ? Number((amount / MILLION).toPrecision(12)) : undefined
}
