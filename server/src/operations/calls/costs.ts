import type { StoredCall } from '../../domain/calls/call.ts'
import { isRepetition } from '../../domain/calls/counting.ts'
import { groupBy } from '../../domain/measures/group-by.ts'
import { newPriceBook, type PriceBook } from '../../domain/prices/book.ts'
import { type CallCosts, callCosts } from '../../domain/prices/costs.ts'
import type { ModelUsage } from '../../domain/prices/price.ts'
import type { Context } from '../operation.ts'

/** The costs of each call that has ended, by id. A span that only repeats what others report has none. */
export async function costsOfCalls(
  context: Context,
  projectId: string,
  calls: readonly StoredCall[],
): Promise<ReadonlyMap<string, CallCosts>> {
  const ended = calls.filter(
    ({ ended_at, usage_standing }) => ended_at !== null && !isRepetition(usage_standing),
  )
  const usage = await context.storage.calls.usage(
    projectId,
    ended.map(({ id }) => id),
  )
  const prices = await pricesOf(context, projectId, usage)
  const usageOf = groupBy(usage, ({ id }) => id)
  return new Map(
    ended.map(({ id, started_at }) => {
      const reported = (usageOf.get(id) ?? []).map(({ id: _, ...usage }) => usage)
      return [id, callCosts(reported, started_at, prices)]
    }),
  )
}

/** The prices in a project of the models of some usage. */
export async function pricesOf(
  context: Context,
  projectId: string,
  usage: readonly Pick<ModelUsage, 'model' | 'request_model'>[],
): Promise<PriceBook> {
  const models = new Set<string>()
  for (const { model, request_model } of usage) {
    models.add(model)
    if (request_model !== null) models.add(request_model)
  }
  return newPriceBook(await context.storage.prices.forModels(projectId, [...models]))
}
