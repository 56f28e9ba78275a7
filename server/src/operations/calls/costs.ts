import { batchesOf } from '../../batches.ts'
import type { CallUsage, StoredCall } from '../../domain/calls/call.ts'
import { costsById, modelsOf } from '../../domain/calls/extras.ts'
import { tooManyUsages } from '../../domain/calls/usage.ts'
import { newPriceBook, type PriceBook } from '../../domain/prices/book.ts'
import type { CallCosts } from '../../domain/prices/costs.ts'
import type { ModelUsage } from '../../domain/prices/price.ts'
import { readExtras } from '../../storage/port/call-extras.ts'
import type { Context } from '../operation.ts'
import { CALLS_PER_READ } from './stored-calls.ts'

/** The costs of each call that has any, by id. */
export async function costsOfCalls(
  { storage }: Context,
  projectId: string,
  calls: readonly StoredCall[],
): Promise<ReadonlyMap<string, CallCosts>> {
  const all = new Map<string, CallCosts>()
  for (const page of batchesOf(calls, CALLS_PER_READ)) {
    const { costs } = await readExtras(storage, projectId, page, ['costs'], 0)
    if (costs) for (const [id, cost] of costsById(page, costs)) all.set(id, cost)
  }
  return all
}

/** The rows of more would take long to receive from the reader thread. */
const CALLS_PER_USAGE_READ = 5_000

/** What these calls report, in no order. Throws `too_large` if that is more than `atMost`. */
export async function usageOfCalls(
  { storage }: Context,
  projectId: string,
  ids: readonly string[],
  atMost = Number.POSITIVE_INFINITY,
): Promise<CallUsage[]> {
  const reported: CallUsage[] = []
  for (const some of batchesOf(ids, CALLS_PER_USAGE_READ)) {
    for (const usage of await storage.calls.usage(projectId, some)) reported.push(usage)
    if (reported.length > atMost) throw tooManyUsages()
  }
  return reported
}

/** The prices in a project of the models of some usage. */
export async function pricesOf(
  { storage }: Context,
  projectId: string,
  usage: readonly Pick<ModelUsage, 'model' | 'request_model'>[],
): Promise<PriceBook> {
  return newPriceBook(await storage.prices.forModels(projectId, modelsOf(usage)))
}
