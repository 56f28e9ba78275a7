import { readRetention, setRetention } from '@heddle/contract/projects'
import { checkRetentionDays } from '../../domain/projects/retention.ts'
import { formatDateTime } from '../../time.ts'
import { inProject, operation } from '../operation.ts'

export const retentionOperations = [
  operation(readRetention, inProject('read'), async (request, { storage }) => {
    const { days, held } = await storage.projects.retention(request.project_id)
    return {
      retention_days: days,
      held_removal: held && { ...held, held_at: formatDateTime(held.held_at) },
    }
  }),

  operation(setRetention, inProject('write'), async (request, { retention, now }) => {
    const { project_id, retention_days = null } = request
    if (retention_days !== null) checkRetentionDays(retention_days)
    await retention.set(project_id, retention_days, now())
    return { retention_days, held_removal: null }
  }),
]
