import { updateAnnotationQueue } from '@heddle/contract/annotation-queues'
import { changedQueue, queueView } from '../../domain/queues/queue.ts'
import { inProject, operation } from '../operation.ts'
import { readLiveQueue } from './live-queue.ts'

export const annotationQueueUpdate = operation(
  updateAnnotationQueue,
  inProject('write'),
  async (request, context) => {
    const old = await readLiveQueue(request, context)
    const queue = changedQueue(old, request, context.now())
    if (queue !== old) await context.storage.queues.put(queue)
    return { queue: queueView(queue) }
  },
)
