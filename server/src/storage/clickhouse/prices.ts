import type { Price } from '../../domain/prices/price.ts'
import { sql } from '../../query/fragment.ts'
import type { PriceStore } from '../port/prices.ts'
import { textList } from './literals.ts'
import type { Access } from './rows/access.ts'
import { KeyedRows } from './rows/keyed-rows.ts'
import { openProjectRecords } from './rows/records.ts'

const COLUMNS = [
  'id',
  'pricing_level',
  'pricing_level_id',
  'provider_id',
  'llm_id',
  'effective_date',
  'prompt_token_cost',
  'completion_token_cost',
  'cache_read_input_token_cost',
  'cache_creation_input_token_cost',
  'prompt_token_cost_unit',
  'completion_token_cost_unit',
  'created_by',
  'created_at',
] as const satisfies readonly (keyof Price)[]

type PriceRow = Price & { readonly project_id: string }

/** A project's prices carry its id as their pricing_level_id. */
export function clickhousePrices(access: Access): PriceStore {
  const records = openProjectRecords<PriceRow>(access, 'prices', ['project_id', ...COLUMNS])
  const rows = new KeyedRows<Price>(access.clickhouse, {
    columns: COLUMNS,
    scalars: COLUMNS,
    collections: [],
    key: ['id'],
    from: () => sql`prices final`,
    ties: ['created_at', 'id'],
  })

  return {
    put: (prices) => records.put(prices.map((price) => ({ ...price, project_id: price.pricing_level_id }))),
    find: (search, bytesMax) => rows.find(search, bytesMax),
    async forModels(projectId, llmIds) {
      if (llmIds.length === 0) return []
      const found = await records.read(
        sql`project_id = ${projectId} and llm_id in ${textList(llmIds)} order by created_at, id`,
      )
      return found.map(asPrice)
    },
    purge: (project_id, ids) => records.remove(ids.map((id) => ({ project_id, id }))),
    async listAll(projectId, cursor, limits) {
      const page = await records.list(sql`project_id = ${projectId}`, ['id'], cursor, limits)
      return { ...page, rows: page.rows.map(asPrice) }
    },
  }
}

const asPrice = ({ project_id: _, ...price }: PriceRow): Price => price
