import { listTags } from '@heddle/contract/tags'
import { inProject, operation } from '../operation.ts'

export const tagsList = operation(listTags, inProject('read'), async ({ project_id }, { storage }) => ({
  tags: await storage.objects.tags(project_id),
}))
