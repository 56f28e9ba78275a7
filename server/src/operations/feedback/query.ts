import { queryFeedback } from '@heddle/contract/feedback'
import { feedbackCatalogue } from '../../domain/feedback/fields.ts'
import { feedbackSelection } from '../../domain/feedback/view.ts'
import { inProject, operation } from '../operation.ts'
import { newRecordSearch } from '../record-search.ts'

export const feedbackQuery = operation(queryFeedback, inProject('read'), async (request, context) => {
  const { feedback } = context.storage
  const search = newRecordSearch(request, feedbackCatalogue)
  const selection = feedbackSelection(request.fields)
  const total_count = await feedback.count(search)
  if (selection.kind === 'count') return { result: [{ 'count(*)': total_count }], total_count }
  const rows = await context.reply.read((bytesMax) => feedback.find(search, bytesMax))
  return { result: rows.map(selection.view), total_count }
})
