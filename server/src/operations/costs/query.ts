import { queryCosts } from '@heddle/contract/costs'
import { priceCatalogue } from '../../domain/prices/fields.ts'
import { priceSelection } from '../../domain/prices/view.ts'
import { inProject, operation } from '../operation.ts'
import { newRecordSearch } from '../record-search.ts'

export const costQuery = operation(queryCosts, inProject('read'), async (request, context) => {
  const view = priceSelection(request.fields)
  const search = newRecordSearch(request, priceCatalogue)
  const prices = await context.reply.read((bytesMax) => context.storage.prices.find(search, bytesMax))
  return { results: prices.map(view) }
})
