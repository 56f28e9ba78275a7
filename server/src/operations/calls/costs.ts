import type { CallUsage, StoredCall } from '../../domain/calls/call.ts'
import { isRepetition } from '../../domain/calls/counting.ts'
import { groupBy } from '../../domain/measures/group-by.ts'
import { newPriceBook, type PriceBook } from '../../domain/prices/book.ts'
import { callCosts, type ModelCosts } from '../../domain/prices/costs.ts'
import type { Context } from '../operation.ts'

/** The costs of each call by id; a call whose models have no price has none, nor has a span that only repeats what others report. */
export async function costsOfCalls(
  context: Context,
  projectId: string,
  calls: readonly StoredCall[],
): Promise<ReadonlyMap<string, ReadonlyMap<string, ModelCosts>>> {
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
    ended.map((call) => {
      const reported = (usageOf.get(call.id) ?? []).map(({ id: _, ...tokens }) => tokens)
      return [call.id, callCosts(reported, call.started_at, prices)]
    }),
  )
}

/** The prices that apply in a project to the models of some usage. */
export async function pricesOf(
  context: Context,
  projectId: string,
  usage: readonly Pick<CallUsage, 'model'>[],
): Promise<PriceBook> {
  const models = [...new Set(usage.map(({ model }) => model))]
  return newPriceBook(await context.storage.prices.forModels(projectId, models))
}
