import { readRetention, setRetention } from '@heddle/contract/projects'
import { checkRetentionDays } from '../../domain/projects/retention.ts'
import { formatDateTime } from '../../time.ts'
import { callerAsActor, recordChange } from '../audit.ts'
import { inProject, operation } from '../operation.ts'

export const retentionOperations = [
  operation(readRetention, inProject('read'), async (request, { storage }) => {
    const { days, held } = await storage.projects.retention(request.project_id)
    return {
      retention_days: days,
      held_removal: held && { ...held, held_at: formatDateTime(held.held_at) },
    }
  }),

  operation(setRetention, inProject('write'), async (request, context) => {
    const { project_id, retention_days = null } = request
    if (retention_days !== null) checkRetentionDays(retention_days)
    await recordChange(
      { ...context, actor: callerAsActor(context) },
      { action: 'retention.set', project_id, target: project_id },
      { retention_days },
    )
    await context.settings.setRetentionDays(project_id, retention_days, context.now())
    return { retention_days, held_removal: null }
  }),
]
