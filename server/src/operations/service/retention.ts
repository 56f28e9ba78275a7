import { readRetention, setRetention } from '@heddle/contract/retention'
import { checkRetentionDays } from '../../domain/retention.ts'
import { inProject, operation } from '../operation.ts'

export const retentionRead = operation(readRetention, inProject('read'), async (request, { storage }) => ({
  retention_days: await storage.projects.retentionDays(request.project_id),
}))

export const retentionSet = operation(setRetention, inProject('write'), async (request, { storage }) => {
  const { project_id, retention_days = null } = request
  if (retention_days !== null) checkRetentionDays(retention_days)
  await storage.projects.setRetentionDays(project_id, retention_days)
  return { retention_days }
})
