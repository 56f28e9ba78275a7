import { replaceFeedback } from '@heddle/contract/feedback'
import { inProject, operation } from '../operation.ts'
import { admitFeedback } from './admit.ts'
import { createdView } from './created.ts'

export const feedbackReplace = operation(replaceFeedback, inProject('write'), async (request, context) => {
  // The new row is judged before the old one is touched: a refusal loses nothing.
  const row = await admitFeedback(request, context)
  await context.storage.feedback.replace(request.feedback_id, row)
  return createdView(row)
})
