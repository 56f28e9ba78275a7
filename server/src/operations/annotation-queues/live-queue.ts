import { type AnnotationQueue, liveQueue } from '../../domain/queues/queue.ts'
import type { Context } from '../operation.ts'

interface QueueAddress {
  readonly project_id: string
  readonly queue_id: string
}

/** The queue that a request names; one that is unknown or deleted is not found. */
export async function readLiveQueue(
  { project_id, queue_id }: QueueAddress,
  { storage }: Context,
): Promise<AnnotationQueue> {
  return liveQueue(await storage.queues.get(project_id, queue_id), queue_id)
}
