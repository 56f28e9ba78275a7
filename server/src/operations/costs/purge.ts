import { purgeCosts } from '@heddle/contract/costs'
import { costIdsToPurge } from '../../domain/feedback/purge.ts'
import { inProject, operation } from '../operation.ts'

export const costPurge = operation(purgeCosts, inProject('write'), async (request, context) => {
  await context.storage.prices.purge(request.project_id, costIdsToPurge(request.query))
  return {}
})
