import { removeAliases } from '@heddle/contract/tags'
import { checkedAliases } from '../../domain/objects/tags.ts'
import { inProject, operation } from '../operation.ts'

export const aliasesRemove = operation(removeAliases, inProject('write'), async (request, { storage }) => {
  const { project_id, object_id } = request
  await storage.objects.removeAliases(project_id, object_id, checkedAliases(request.aliases))
  return {}
})
