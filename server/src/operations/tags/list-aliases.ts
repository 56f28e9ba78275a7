import { listAliases } from '@heddle/contract/tags'
import { LATEST } from '../../domain/objects/tags.ts'
import { inProject, operation } from '../operation.ts'

export const aliasesList = operation(listAliases, inProject('read'), async ({ project_id }, { storage }) => {
  const chosen = await storage.objects.aliases(project_id)
  return { aliases: [...chosen, LATEST].sort() }
})
