import { remember } from '../../remember.ts'
import { type Micros, parseDateTime } from '../../time.ts'
import { groupBy } from '../measures/group-by.ts'
import { listedModel } from './listed-name.ts'
import { LISTED_PRICES, type ListedPrice } from './listed-prices.ts'
import type { ModelUsage, Price } from './price.ts'

/** The prices that apply in a project: its own, and the default ones. */
export interface PriceBook {
  /**
   * The price that applies to a call by its start: that of the model that answered, else that of the model that was asked
   * for. A price in effect comes before one that is not yet, the project's own before a default one, and then
   * the newest. If neither model has a price under its exact name, the default price of the `listedModel`. Undefined if
   * there is none.
   */
  at(models: UsedModel, startedAt: Micros): Price | undefined
}

type UsedModel = Pick<ModelUsage, 'model'> & Partial<Pick<ModelUsage, 'request_model'>>

export function newPriceBook(projectPrices: readonly Price[]): PriceBook {
  const own = groupBy(projectPrices, ({ llm_id }) => llm_id)
  const known = new Map<string, readonly Price[]>()
  const candidates = (model: string) => {
    const prices = known.get(model) ?? [...(own.get(model) ?? []), ...(DEFAULT_PRICES.get(model) ?? [])]
    known.set(model, prices)
    return prices
  }
  return {
    at({ model, request_model = null }, startedAt) {
      const ofEither = (pricesOf: (model: string) => readonly Price[]) =>
        best(pricesOf(model), startedAt) ??
        (request_model === null ? undefined : best(pricesOf(request_model), startedAt))
      return ofEither(candidates) ?? ofEither(pricesByListedName)
    },
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

/** Prices of models without a price of the project, by model. */
export const DEFAULT_PRICES: ReadonlyMap<string, readonly Price[]> = groupBy(
  LISTED_PRICES.flatMap(({ provider, prices }) => prices.map((listed) => defaultPrice(provider, listed))),
  ({ llm_id }) => llm_id,
)

const pricesByListedName = remember((model): readonly Price[] => {
  const { name, providers } = listedModel(model)
  const prices = DEFAULT_PRICES.get(name) ?? []
  return prices.filter(({ provider_id }) => providers?.includes(provider_id) ?? true)
})

/** Every date at which a default price takes effect. */
export const DEFAULT_PRICE_DATES: readonly Micros[] = [
  ...new Set([...DEFAULT_PRICES.values()].flat().map(({ effective_date }) => effective_date)),
]

function defaultPrice(provider_id: string, listed: ListedPrice): Price {
  const [llm_id, prompt, completion, cacheRead, cacheCreation, since = '2024-01-01'] = listed
  const effective_date = parseDateTime(since) ?? 0
  return {
    id: `default:${provider_id}:${llm_id}:${since}`,
    pricing_level: 'default',
    pricing_level_id: 'default',
    provider_id,
    llm_id,
    effective_date,
    prompt_token_cost: perToken(prompt),
    completion_token_cost: perToken(completion),
    cache_read_input_token_cost: perToken(cacheRead ?? prompt),
    cache_creation_input_token_cost: perToken(cacheCreation ?? prompt),
    prompt_token_cost_unit: 'USD',
    completion_token_cost_unit: 'USD',
    created_by: 'system',
    created_at: effective_date,
  }
}

/** Moves the decimal point in the text: dividing would turn 0.15 per million into 1.4999999999999999e-7. */
function perToken(perMillion: number): number {
  return Number(`${perMillion}e-6`)
}
