import {
  createFeedback,
  createFeedbackBatch,
  purgeFeedback,
  queryFeedback,
  replaceFeedback,
} from '@heddle/contract/feedback'
import type { Feedback } from '../../domain/feedback/feedback.ts'
import { feedbackCatalogue } from '../../domain/feedback/fields.ts'
import { feedbackIdsToPurge } from '../../domain/feedback/purge.ts'
import { feedbackSelection } from '../../domain/feedback/view.ts'
import { formatDateTime } from '../../time.ts'
import { lazyMap } from '../../turns.ts'
import { inProject, operation } from '../operation.ts'
import { newRecordSearch } from '../record-search.ts'
import { admitFeedback } from './admit.ts'

export const feedbackOperations = [
  operation(createFeedback, inProject('write'), async (request, context) => {
    const row = await admitFeedback(request, context)
    await context.storage.feedback.put([row])
    return createdView(row)
  }),

  /** All items are validated before any is stored: one bad item stores nothing. */
  operation(
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
  ),

  operation(replaceFeedback, inProject('write'), async (request, context) => {
    // The new row is validated before the old one is touched: an error loses nothing.
    const row = await admitFeedback(request, context)
    const { feedback } = context.storage
    const [old] = await feedback.keys(row.project_id, [request.feedback_id])
    await (old ? feedback.replace(old, row) : feedback.put([row]))
    return createdView(row)
  }),

  operation(queryFeedback, inProject('read'), async (request, context) => {
    const { feedback } = context.storage
    const search = newRecordSearch(request, feedbackCatalogue)
    const selection = feedbackSelection(request.fields)
    const total_count = await feedback.count(search)
    if (selection.kind === 'count') return { result: [{ 'count(*)': total_count }], total_count }
    const rows = await context.reply.read((bytesMax) => feedback.find(search, bytesMax))
    return { result: lazyMap(rows, selection.view), total_count }
  }),

  operation(purgeFeedback, inProject('write'), async (request, context) => {
    const { project_id, query } = request
    const { feedback } = context.storage
    await feedback.purge(project_id, await feedback.keys(project_id, feedbackIdsToPurge(query)))
    return {}
  }),
]

/** The response for new feedback. */
const createdView = ({ id, created_at, wb_user_id, payload }: Feedback) => ({
  id,
  created_at: formatDateTime(created_at),
  wb_user_id,
  payload,
})
