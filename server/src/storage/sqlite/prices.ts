import type { Price } from '../../domain/prices/price.ts'
import type { PriceStore } from '../port/prices.ts'
import type { Database } from './database/driver.ts'
import { keyedReads, keyedWrites } from './queries/keyed-rows.ts'
import { asIs, listInProject, tableSource } from './queries/listing.ts'
import type { NameNumbers, projectFinder } from './queries/names.ts'
import type { Remote } from './threads/protocol.ts'

export function sqlitePrices(reads: Remote<PriceReads>, writes: Remote<PriceWrites>): PriceStore {
  return {
    put: (rows) => writes.put(rows),
    find: (search, bytesMax) => reads.find(search, bytesMax),
    forModels: (projectId, llmIds) => reads.forModels(projectId, llmIds),
    purge: (projectId, ids) => writes.purge(projectId, ids),
    listAll: (projectId, cursor, limits) => reads.listAll(projectId, cursor, limits),
  }
}

export const PRICE_COLUMNS = [
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

const TABLE = { name: 'prices', columns: PRICE_COLUMNS, order: 'created_at, id' }

export function priceReads(db: Database, findProject: ReturnType<typeof projectFinder>) {
  const ofModels = db.prepare(`
    select ${PRICE_COLUMNS.join(', ')} from prices
    where project = ? and llm_id in (select value from json_each(?)) order by created_at, id`)

  return {
    listAll: listInProject<Price>(db, findProject, tableSource('prices', PRICE_COLUMNS, 'id'), asIs),
    find: keyedReads<Price>(db, findProject, TABLE).find,
    forModels(projectId: string, llmIds: readonly string[]): Price[] {
      const project = findProject(projectId)
      return project === undefined ? [] : ofModels.all<Price>(project, JSON.stringify(llmIds))
    },
  }
}

type PriceReads = ReturnType<typeof priceReads>

/** A project's prices carry its id as their pricing_level_id. */
export function priceWrites(db: Database, names: NameNumbers) {
  const { put, purge } = keyedWrites(db, names, TABLE)

  return {
    put(rows: readonly Price[]): void {
      for (const row of rows) put(row.pricing_level_id, row)
    },
    purge,
  }
}

type PriceWrites = ReturnType<typeof priceWrites>
