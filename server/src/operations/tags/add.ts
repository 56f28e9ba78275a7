import { addTags } from '@heddle/contract/tags'
import { checkedTags } from '../../domain/objects/tags.ts'
import { versionByDigest } from '../../domain/objects/version.ts'
import { inProject, operation } from '../operation.ts'

export const tagsAdd = operation(addTags, inProject('write'), async (request, { storage }) => {
  const { project_id, object_id, digest } = request
  const tags = checkedTags(request.tags)
  versionByDigest(await storage.objects.versions(project_id, object_id), digest)
  await storage.objects.addTags(project_id, { object_id, digest }, tags)
  return {}
})
