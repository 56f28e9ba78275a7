import type { Feedback, FeedbackRequest } from '../../domain/feedback/feedback.ts'
import { newFeedback } from '../../domain/feedback/new-feedback.ts'
import { readableRef } from '../../domain/objects/ref-walk.ts'
import { type AnnotationSpecLookup, checkAnnotation } from '../../domain/queues/spec.ts'
import { type Issue, ServiceError } from '../../errors.ts'
import { refSource } from '../objects/refs.ts'
import type { Context } from '../operation.ts'

/** Validates a request and returns the row to store. Writes nothing. */
export async function admitFeedback(
  request: FeedbackRequest,
  context: Context,
  loc?: Issue['loc'],
): Promise<Feedback> {
  const stamp = { id: context.newId(), wb_user_id: context.caller.user.id, now: context.now() }
  const row = await newFeedback(request, stamp, loc)
  if (row.annotation_ref !== null) {
    checkAnnotation(row.payload, await lookUpSpec(row.project_id, row.annotation_ref, context))
  }
  if (row.queue_id !== null) await checkQueue(row.project_id, row.queue_id, context)
  return row
}

async function checkQueue(projectId: string, queueId: string, { storage }: Context): Promise<void> {
  const queue = await storage.queues.get(projectId, queueId)
  if (queue && queue.deleted_at === null) return
  throw new ServiceError('invalid_request', `queue_id ${queueId} is not an annotation queue of the project`)
}

async function lookUpSpec(projectId: string, text: string, context: Context): Promise<AnnotationSpecLookup> {
  const ref = readableRef(text)
  if (ref?.project_id !== projectId) {
    throw new ServiceError('invalid_request', `annotation_ref must be an object of the project ${projectId}`)
  }
  const address = { project_id: projectId, object_id: ref.name, digest: ref.version }
  const [val] = await context.reply.read((bytesMax) =>
    refSource(context.storage, bytesMax).objects([address]),
  )
  if (val === undefined) return { state: 'missing', digest: ref.version }
  return val === null ? { state: 'deleted' } : { state: 'found', val }
}
