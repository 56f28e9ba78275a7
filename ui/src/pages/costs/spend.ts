import type { CostInput, CostRecord } from '@heddle/contract/costs'
import type { ModelRow } from '../../stats/figures.ts'

export interface SpendRow extends ModelRow {
  /** Whether it was used without a price. */
  readonly isUnpriced: boolean
}

/** Cost by model, and which models have no price. */
export function spendRows(models: readonly ModelRow[], prices: readonly CostRecord[]): SpendRow[] {
  const priced = new Set(prices.map(({ llm_id }) => llm_id))
  return models.map((row) => ({
    ...row,
    isUnpriced: row.cost === 0 && row.tokens > 0 && !priced.has(row.model),
  }))
}

const MILLION = 1_000_000

/** Prices are stored per token and shown per million tokens. */
export const perMillion = (perToken: number | null): number | null =>
  perToken === null ? null : Number((perToken * MILLION).toPrecision(12))

export interface PriceFields {
  readonly input: string
  readonly output: string
  readonly cacheRead: string
  readonly cacheWrite: string
  /** Local date, `2025-03-01`; empty means now. */
  readonly from: string
}

/** Price entered in the form; undefined while invalid. */
export function priceOf({ input, output, cacheRead, cacheWrite, from }: PriceFields): CostInput | undefined {
  const amounts = [input, output, cacheRead || '0', cacheWrite || '0'].map(perToken)
  const [prompt, completion, read, write] = amounts
  if (prompt === undefined || completion === undefined || read === undefined || write === undefined)
    return undefined
  const effectiveFrom = from === '' ? undefined : new Date(`${from}T00:00`)
  // Browsers take years of six digits.
  if (effectiveFrom && Number.isNaN(effectiveFrom.getTime())) return undefined
  return {
    prompt_token_cost: prompt,
    completion_token_cost: completion,
    cache_read_input_token_cost: read,
    cache_creation_input_token_cost: write,
    ...(effectiveFrom && { effective_date: effectiveFrom.toISOString() }),
  }
}

function perToken(perMillionText: string): number | undefined {
  const amount = Number(perMillionText)
  const isAmount = perMillionText.trim() !== '' && Number.isFinite(amount) && amount >= 0
  return isAmount ? Number((amount / MILLION).toPrecision(12)) : undefined
}
