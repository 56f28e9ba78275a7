import {
  countAnnotationItems,
  createAnnotationQueue,
  deleteAnnotationQueue,
  queryAnnotationQueues,
  readAnnotationQueue,
  updateAnnotationQueue,
} from '@heddle/contract/annotation-queues'
import { type AnnotationQueue, changedQueue, liveQueue, queueView } from '../../domain/queues/queue.ts'
import { lazyMap } from '../../turns.ts'
import { queueKey } from '../keyed-queue.ts'
import { type Context, inProject, operation } from '../operation.ts'
import { newQueueSearch } from './search.ts'

export const annotationQueueOperations = [
  operation(createAnnotationQueue, inProject('write'), async (request, context) => {
    const { project_id, name, description = '', scorer_refs = [] } = request
    const id = context.newId()
    const now = context.now()
    await context.storage.queues.put({
      project_id,
      id,
      name,
      description,
      scorer_refs,
      created_at: now,
      created_by: context.caller.user.id,
      updated_at: now,
      deleted_at: null,
    })
    return { id }
  }),

  operation(queryAnnotationQueues, inProject('read'), async (request, { storage, reply }) => {
    const search = newQueueSearch(request)
    return queueViews(await reply.read((bytesMax) => storage.queues.find(search, bytesMax)))
  }),

  operation(readAnnotationQueue, inProject('read'), async (request, context) => ({
    queue: queueView(await readLiveQueue(request, context)),
  })),

  operation(updateAnnotationQueue, inProject('write'), (request, context) =>
    writeQueue(request, context, async (old) => {
      const queue = changedQueue(old, request, context.now())
      if (queue !== old) await context.storage.queues.put(queue)
      return { queue: queueView(queue) }
    }),
  ),

  operation(deleteAnnotationQueue, inProject('write'), (request, context) =>
    writeQueue(request, context, async (old) => {
      const now = context.now()
      const queue = { ...old, updated_at: now, deleted_at: now }
      await context.storage.queues.put(queue)
      return { queue: queueView(queue) }
    }),
  ),

  operation(countAnnotationItems, inProject('read'), async ({ project_id, queue_ids }, { storage }) => {
    const counts = await storage.queues.count(project_id, queue_ids)
    const countOf = new Map(counts.map((count) => [count.queue_id, count]))
    return {
      stats: lazyMap(
        queue_ids,
        (queue_id) => countOf.get(queue_id) ?? { queue_id, total_items: 0, completed_items: 0 },
      ),
    }
  }),
]

async function* queueViews(queues: readonly AnnotationQueue[]) {
  for (const queue of queues) yield queueView(queue)
}

interface QueueAddress {
  readonly project_id: string
  readonly queue_id: string
}

/** Throws `not_found` if the queue is unknown or deleted. */
export async function readLiveQueue(
  { project_id, queue_id }: QueueAddress,
  { storage }: Context,
): Promise<AnnotationQueue> {
  return liveQueue(await storage.queues.get(project_id, queue_id), queue_id)
}

/** Runs `write` with the queue as earlier writes have left it, and before later ones read it. Throws as `readLiveQueue` does. */
export function writeQueue<Result>(
  address: QueueAddress,
  context: Context,
  write: (queue: AnnotationQueue) => Promise<Result>,
): Promise<Result> {
  const key = queueKey('queue', address.project_id, address.queue_id)
  return context.writesInTurn.run([key], async () => write(await readLiveQueue(address, context)))
}
