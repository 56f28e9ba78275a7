import { readAnnotationQueue } from '@heddle/contract/annotation-queues'
import { queueView } from '../../domain/queues/queue.ts'
import { inProject, operation } from '../operation.ts'
import { readLiveQueue } from './live-queue.ts'

export const annotationQueueRead = operation(
  readAnnotationQueue,
  inProject('read'),
  async (request, context) => ({ queue: queueView(await readLiveQueue(request, context)) }),
)
