import { aggregateFeedback, readFeedbackSchema, readFeedbackStats } from '@heddle/contract/feedback-stats'
import { checkAggregateRequest, feedbackBuckets } from '../../domain/feedback/aggregate.ts'
import { feedbackStats, payloadSchema } from '../../domain/feedback/stats.ts'
import { createdWithin, newFeedbackWindow } from '../../domain/feedback/window.ts'
import { inProject, operation } from '../operation.ts'
import { feedbackPages } from './pages.ts'

export const feedbackStatsOperations = [
  operation(readFeedbackStats, inProject('read'), async (request, context) => {
    const { start, end, others } = newFeedbackWindow(request, context.now())
    const pages = feedbackPages(context, request.project_id, { start, end }, others)
    return feedbackStats({ ...request, start, end }, pages)
  }),

  operation(aggregateFeedback, inProject('read'), async (request, context) => {
    const { project_id, ...wanted } = request
    checkAggregateRequest(wanted)
    const { after_ms, before_ms, time_bucket_seconds } = wanted
    const condition = createdWithin({ start: after_ms * 1000, end: before_ms * 1000 })
    const search = { project_id, condition, sort: [] }
    const rows = await context.reply.read((bytesMax) => context.storage.feedback.find(search, bytesMax))
    return {
      time_bucket_seconds: time_bucket_seconds ?? null,
      after_ms,
      before_ms,
      buckets: feedbackBuckets(wanted, rows),
    }
  }),

  operation(readFeedbackSchema, inProject('read'), async (request, context) => {
    const { condition } = newFeedbackWindow(request, context.now())
    const { project_id, sample_limit: limit = SAMPLE_DEFAULT } = request
    const search = { project_id, condition, sort: [], limit }
    const rows = await context.reply.read((bytesMax) => context.storage.feedback.findValues(search, bytesMax))
    return { paths: payloadSchema(rows) }
  }),
]

const SAMPLE_DEFAULT = 2000
