import { removeTags } from '@heddle/contract/tags'
import { checkedTags } from '../../domain/objects/tags.ts'
import { inProject, operation } from '../operation.ts'

export const tagsRemove = operation(removeTags, inProject('write'), async (request, { storage }) => {
  const { project_id, object_id, digest } = request
  await storage.objects.removeTags(project_id, { object_id, digest }, checkedTags(request.tags))
  return {}
})
