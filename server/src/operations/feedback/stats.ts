import { readFeedbackStats } from '@heddle/contract/feedback-stats'
import { feedbackStats } from '../../domain/feedback/stats.ts'
import { newFeedbackWindow } from '../../domain/feedback/window.ts'
import { inProject, operation } from '../operation.ts'

export const feedbackStatsRead = operation(readFeedbackStats, inProject('read'), async (request, context) => {
  const { start, end, condition } = newFeedbackWindow(request, context.now())
  const search = { project_id: request.project_id, condition, sort: [] }
  const rows = await context.reply.read((bytesMax) => context.storage.feedback.find(search, bytesMax))
  return feedbackStats({ ...request, start, end }, rows)
})
