import type { TableSpec } from './ddl.ts'
import { RECORD_COLUMNS, RECORD_ENGINE } from './record.ts'

export const PRICES: TableSpec = {
  name: 'prices',
  columns: [
    'project_id String',
    'id String',
    'pricing_level LowCardinality(String)',
    'pricing_level_id String',
    'provider_id String',
    'llm_id String',
    'effective_date Int64',
    'prompt_token_cost Float64',
    'completion_token_cost Float64',
    'cache_read_input_token_cost Float64',
    'cache_creation_input_token_cost Float64',
    'prompt_token_cost_unit String',
    'completion_token_cost_unit String',
    'created_by String',
    'created_at Int64',
    ...RECORD_COLUMNS,
  ],
  engine: RECORD_ENGINE,
  orderBy: ['project_id', 'id'],
}
