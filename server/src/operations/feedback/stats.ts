import { aggregateFeedback, readFeedbackSchema, readFeedbackStats } from '@heddle/contract/feedback-stats'
import { checkAggregateRequest, FeedbackCounter } from '../../domain/feedback/aggregate.ts'
import { feedbackStats, payloadSchema } from '../../domain/feedback/stats.ts'
import { newFeedbackWindow } from '../../domain/feedback/window.ts'
import { inTurns } from '../../turns.ts'
import { inProject, operation } from '../operation.ts'
import { feedbackPages, wholeFeedbackPages } from './pages.ts'

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
    const range = { start: after_ms * 1000, end: before_ms * 1000 }
    const counter = new FeedbackCounter(wanted)
    for await (const rows of wholeFeedbackPages(context, project_id, range)) counter.add(rows)
    return {
      time_bucket_seconds: time_bucket_seconds ?? null,
      after_ms,
      before_ms,
      buckets: counter.buckets(),
    }
  }),

  operation(readFeedbackSchema, inProject('read'), async (request, context) => {
    const { condition } = newFeedbackWindow(request, context.now())
    const { project_id, sample_limit: limit = SAMPLE_DEFAULT } = request
    const search = { project_id, condition, sort: [], limit }
    const rows = await context.reply.read((bytesMax) => context.storage.feedback.findValues(search, bytesMax))
    return { paths: await inTurns(payloadSchema(rows)) }
  }),
]

const SAMPLE_DEFAULT = 2000
