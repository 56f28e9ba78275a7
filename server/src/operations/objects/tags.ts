import { addTags, listAliases, listTags, removeAliases, removeTags, setAliases } from '@heddle/contract/tags'
import { checkedAliases, checkedTags, LATEST } from '../../domain/objects/tags.ts'
import { versionByDigest } from '../../domain/objects/version.ts'
import { inProject, operation } from '../operation.ts'

export const tagOperations = [
  operation(addTags, inProject('write'), async (request, { storage }) => {
    const { project_id, object_id, digest } = request
    const tags = checkedTags(request.tags)
    versionByDigest(await storage.objects.versions(project_id, object_id), digest)
    await storage.objects.addTags(project_id, { object_id, digest }, tags)
    return {}
  }),

  operation(removeTags, inProject('write'), async (request, { storage }) => {
    const { project_id, object_id, digest } = request
    await storage.objects.removeTags(project_id, { object_id, digest }, checkedTags(request.tags))
    return {}
  }),

  operation(listTags, inProject('read'), async ({ project_id }, { storage }) => ({
    tags: await storage.objects.tags(project_id),
  })),

  operation(setAliases, inProject('write'), async (request, { storage }) => {
    const { project_id, object_id, digest } = request
    const aliases = checkedAliases(request.aliases)
    versionByDigest(await storage.objects.versions(project_id, object_id), digest)
    await storage.objects.setAliases(project_id, { object_id, digest }, aliases)
    return {}
  }),

  operation(removeAliases, inProject('write'), async (request, { storage }) => {
    const { project_id, object_id } = request
    await storage.objects.removeAliases(project_id, object_id, checkedAliases(request.aliases))
    return {}
  }),

  operation(listAliases, inProject('read'), async ({ project_id }, { storage }) => {
    const chosen = await storage.objects.aliases(project_id)
    return { aliases: [...chosen, LATEST].sort() }
  }),
]
