import { readFeedbackSchema } from '@heddle/contract/feedback-stats'
import { payloadSchema } from '../../domain/feedback/payload-schema.ts'
import { newFeedbackWindow } from '../../domain/feedback/window.ts'
import { inProject, operation } from '../operation.ts'

const SAMPLE_DEFAULT = 2000

export const feedbackPayloadSchema = operation(
  readFeedbackSchema,
  inProject('read'),
  async (request, context) => {
    const { condition } = newFeedbackWindow(request, context.now())
    const { project_id, sample_limit: limit = SAMPLE_DEFAULT } = request
    const search = { project_id, condition, sort: [], limit }
    const rows = await context.reply.read((bytesMax) => context.storage.feedback.find(search, bytesMax))
    return { paths: payloadSchema(rows) }
  },
)
