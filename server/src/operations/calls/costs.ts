import type { StoredCall } from '../../domain/calls/call.ts'
import { costsById, modelsOf } from '../../domain/calls/extras.ts'
import { newPriceBook, type PriceBook } from '../../domain/prices/book.ts'
import type { CallCosts } from '../../domain/prices/costs.ts'
import type { ModelUsage } from '../../domain/prices/price.ts'
import { readExtras } from '../../storage/port/call-extras.ts'
import type { Context } from '../operation.ts'

/** The costs of each call that has any, by id. */
export async function costsOfCalls(
  { storage }: Context,
  projectId: string,
  calls: readonly StoredCall[],
): Promise<ReadonlyMap<string, CallCosts>> {
  const { costs } = await readExtras(storage, projectId, calls, ['costs'], 0)
  return costs ? costsById(calls, costs) : new Map()
}

/** The prices in a project of the models of some usage. */
export async function pricesOf(
  { storage }: Context,
  projectId: string,
  usage: readonly Pick<ModelUsage, 'model' | 'request_model'>[],
): Promise<PriceBook> {
  return newPriceBook(await storage.prices.forModels(projectId, modelsOf(usage)))
}
