import { parseDateTime } from '../../time.ts'
import { groupBy } from '../measures/group-by.ts'
import { LISTED_PRICES, type ListedPrice } from './listed-prices.ts'
import type { Price } from './price.ts'

/** What models cost unless a project says otherwise, by model. */
export const DEFAULT_PRICES: ReadonlyMap<string, readonly Price[]> = groupBy(
  LISTED_PRICES.flatMap(({ provider, prices }) => prices.map((listed) => defaultPrice(provider, listed))),
  ({ llm_id }) => llm_id,
)

function defaultPrice(provider_id: string, listed: ListedPrice): Price {
  const [llm_id, prompt, completion, cacheRead = 0, cacheCreation = 0, since = '2024-01-01'] = listed
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
    cache_read_input_token_cost: perToken(cacheRead),
    cache_creation_input_token_cost: perToken(cacheCreation),
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
