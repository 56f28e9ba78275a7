import { queryAnnotationQueues } from '@heddle/contract/annotation-queues'
import { type AnnotationQueue, queueView } from '../../domain/queues/queue.ts'
import { inProject, operation } from '../operation.ts'
import { newQueueSearch } from './search.ts'

export const annotationQueuesQuery = operation(
  queryAnnotationQueues,
  inProject('read'),
  async (request, { storage, reply }) => {
    const search = newQueueSearch(request)
    return queueViews(await reply.read((bytesMax) => storage.queues.find(search, bytesMax)))
  },
)

async function* queueViews(queues: readonly AnnotationQueue[]) {
  for (const queue of queues) yield queueView(queue)
}
