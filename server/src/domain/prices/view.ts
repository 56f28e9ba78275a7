import { ServiceError } from '../../errors.ts'
import type { Catalogue } from '../../query/bind.ts'
import type { PlainField } from '../../query/expression.ts'
import { formatDateTime } from '../../time.ts'
import type { Price } from './price.ts'

type Shown = Omit<
  Price,
  'pricing_level' | 'pricing_level_id' | 'created_by' | 'created_at' | 'effective_date'
> & {
  readonly effective_date: string
}

/** A price in responses; fields that were not requested are null. */
export type PriceView = { readonly [Name in keyof Shown]: Shown[Name] | null }

/** Parses the `fields` of a query: none means all. Fields that were not requested are null. */
export function priceSelection(fields: readonly string[] = []): (price: Price) => PriceView {
  for (const name of fields) priceCatalogue.resolve(name)
  const wanted = new Set(fields.length === 0 ? SHOWN : fields)
  return (price) => ({
    ...NOTHING,
    ...Object.fromEntries(
      SHOWN.filter((name) => wanted.has(name)).map((name) => [name, shownValue(price, name)]),
    ),
  })
}

const NOTHING: PriceView = {
  id: null,
  llm_id: null,
  prompt_token_cost: null,
  completion_token_cost: null,
  cache_read_input_token_cost: null,
  cache_creation_input_token_cost: null,
  prompt_token_cost_unit: null,
  completion_token_cost_unit: null,
  effective_date: null,
  provider_id: null,
}

/** In the order of responses. The other columns can be filtered by, but are not returned. */
const SHOWN = Object.keys(NOTHING)

function shownValue(price: Price, name: string): unknown {
  return name === 'effective_date' ? formatDateTime(price.effective_date) : Reflect.get(price, name)
}

const COLUMNS = {
  id: 'text',
  pricing_level: 'text',
  pricing_level_id: 'text',
  provider_id: 'text',
  llm_id: 'text',
  effective_date: 'instant',
  prompt_token_cost: 'number',
  completion_token_cost: 'number',
  cache_read_input_token_cost: 'number',
  cache_creation_input_token_cost: 'number',
  prompt_token_cost_unit: 'text',
  completion_token_cost_unit: 'text',
  created_by: 'text',
  created_at: 'instant',
} as const satisfies Record<keyof Price, 'text' | 'number' | 'instant'>

const FIELDS: ReadonlyMap<string, PlainField> = new Map(
  Object.entries(COLUMNS).map(([name, type]) => [name, { kind: 'column', name, type }]),
)

/** The columns of a price. */
const PRICE_COLUMNS: readonly string[] = [...FIELDS.keys()]

/** The fields of a price: its columns. */
export const priceCatalogue: Catalogue = {
  nullMeans: 'unknown',
  resolve: (path) => FIELDS.get(path) ?? refuse(path),
}

function refuse(path: string): never {
  throw new ServiceError('invalid_request', `Unknown field ${path}; a price has ${PRICE_COLUMNS.join(', ')}`)
}
