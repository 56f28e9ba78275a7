import { purgeFeedback } from '@heddle/contract/feedback'
import { feedbackIdsToPurge } from '../../domain/feedback/purge.ts'
import { inProject, operation } from '../operation.ts'

export const feedbackPurge = operation(purgeFeedback, inProject('write'), async (request, context) => {
  await context.storage.feedback.purge(request.project_id, feedbackIdsToPurge(request.query))
  return {}
})
