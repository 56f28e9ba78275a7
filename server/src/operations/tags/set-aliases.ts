import { setAliases } from '@heddle/contract/tags'
import { checkedAliases } from '../../domain/objects/tags.ts'
import { versionByDigest } from '../../domain/objects/version.ts'
import { inProject, operation } from '../operation.ts'

export const aliasesSet = operation(setAliases, inProject('write'), async (request, { storage }) => {
  const { project_id, object_id, digest } = request
  const aliases = checkedAliases(request.aliases)
  versionByDigest(await storage.objects.versions(project_id, object_id), digest)
  await storage.objects.setAliases(project_id, { object_id, digest }, aliases)
  return {}
})
