import { deleteAnnotationQueue } from '@heddle/contract/annotation-queues'
import { queueView } from '../../domain/queues/queue.ts'
import { inProject, operation } from '../operation.ts'
import { readLiveQueue } from './live-queue.ts'

export const annotationQueueDelete = operation(
  deleteAnnotationQueue,
  inProject('write'),
  async (request, context) => {
    const now = context.now()
    const queue = { ...(await readLiveQueue(request, context)), updated_at: now, deleted_at: now }
    await context.storage.queues.put(queue)
    return { queue: queueView(queue) }
  },
)
