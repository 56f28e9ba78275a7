import { readFeedbackStats } from '@heddle/contract/feedback-stats'
import { feedbackStats } from '../../domain/feedback-stats.ts'
import { newFeedbackWindow } from '../../domain/feedback-window.ts'
import { inProject, operation } from '../operation.ts'

export const feedbackStatsRead = operation(readFeedbackStats, inProject('read'), async (request, context) => {
  const { start, end, condition } = newFeedbackWindow(request, context.now())
  const rows = await context.storage.feedback.find({ project_id: request.project_id, condition, sort: [] })
  return feedbackStats({ ...request, start, end }, rows)
})
