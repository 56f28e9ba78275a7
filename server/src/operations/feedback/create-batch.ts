import { createFeedbackBatch } from '@heddle/contract/feedback'
import { operation } from '../operation.ts'
import { admitFeedback } from './admit.ts'
import { createdView } from './created.ts'

/** Every item is judged before the first is stored: one bad item stores nothing. */
export const feedbackCreateBatch = operation(
  createFeedbackBatch,
  { access: 'write', projects: ({ batch }) => [...new Set(batch.map(({ project_id }) => project_id))] },
  async ({ batch }, context) => {
    const rows = []
    for (const [index, item] of batch.entries()) {
      rows.push(await admitFeedback(item, context, ['body', 'batch', index]))
    }
    await context.storage.feedback.put(rows)
    return { res: rows.map(createdView) }
  },
)
