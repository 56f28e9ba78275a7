import { createCosts } from '@heddle/contract/costs'
import { newPrices } from '../../domain/prices/price.ts'
import { inProject, operation } from '../operation.ts'

export const costCreate = operation(createCosts, inProject('write'), async (request, context) => {
  const author = { wb_user_id: context.caller.user.id, newId: context.newId, now: context.now() }
  const prices = newPrices(request.project_id, request.costs, author)
  await context.storage.prices.put(prices)
  return { ids: prices.map(({ id, llm_id }): [string, string] => [id, llm_id]) }
})
