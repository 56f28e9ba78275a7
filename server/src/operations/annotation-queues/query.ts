import { queryAnnotationQueues } from '@heddle/contract/annotation-queues'
import { type AnnotationQueue, queueView } from '../../domain/annotation-queue.ts'
import { inProject, operation } from '../operation.ts'
import { newQueueSearch } from './search.ts'

export const annotationQueuesQuery = operation(
  queryAnnotationQueues,
  inProject('read'),
  async (request, { storage }) => queueViews(await storage.queues.find(newQueueSearch(request))),
)

async function* queueViews(queues: readonly AnnotationQueue[]) {
  for (const queue of queues) yield queueView(queue)
}
