import { aggregateFeedback as endpoint } from '@heddle/contract/feedback-stats'
import { aggregateFeedback, checkAggregateRequest } from '../../domain/feedback/aggregate.ts'
import { createdWithin } from '../../domain/feedback/window.ts'
import { inProject, operation } from '../operation.ts'

export const feedbackAggregate = operation(endpoint, inProject('read'), async (request, context) => {
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
    buckets: aggregateFeedback(wanted, rows),
  }
})
