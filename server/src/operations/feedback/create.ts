import { createFeedback } from '@heddle/contract/feedback'
import { inProject, operation } from '../operation.ts'
import { admitFeedback } from './admit.ts'
import { createdView } from './created.ts'

export const feedbackCreate = operation(createFeedback, inProject('write'), async (request, context) => {
  const row = await admitFeedback(request, context)
  await context.storage.feedback.put([row])
  return createdView(row)
})
