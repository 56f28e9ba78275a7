import { createCosts, purgeCosts, queryCosts } from '@heddle/contract/costs'
import { costIdsToPurge } from '../../domain/feedback/purge.ts'
import { newPrices } from '../../domain/prices/price.ts'
import { priceCatalogue, priceSelection } from '../../domain/prices/view.ts'
import { lazyMap } from '../../turns.ts'
import { inProject, operation } from '../operation.ts'
import { newRecordSearch } from '../record-search.ts'

export const costOperations = [
  operation(createCosts, inProject('write'), async (request, context) => {
    const author = { wb_user_id: context.caller.user.id, newId: context.newId, now: context.now() }
    const prices = newPrices(request.project_id, request.costs, author)
    await context.storage.prices.put(prices)
    return { ids: prices.map(({ id, llm_id }): [string, string] => [id, llm_id]) }
  }),

  operation(queryCosts, inProject('read'), async (request, context) => {
    const view = priceSelection(request.fields)
    const search = newRecordSearch(request, priceCatalogue)
    const prices = await context.reply.read((bytesMax) => context.storage.prices.find(search, bytesMax))
    return { results: lazyMap(prices, view) }
  }),

  operation(purgeCosts, inProject('write'), async (request, context) => {
    await context.storage.prices.purge(request.project_id, costIdsToPurge(request.query))
    return {}
  }),
]
