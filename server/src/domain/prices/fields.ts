import { ServiceError } from '../../errors.ts'
import type { Catalogue } from '../../query/bind.ts'
import type { PlainField } from '../../query/field.ts'
import type { Price } from './price.ts'

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
