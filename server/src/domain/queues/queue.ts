import { ServiceError } from '../../errors.ts'
import { formatDateTime, type Micros } from '../../time.ts'

/** A list of calls for human review. */
export interface AnnotationQueue {
  readonly project_id: string
  readonly id: string
  readonly name: string
  readonly description: string
  /** The questions that annotators answer about each call. */
  readonly scorer_refs: readonly string[]
  readonly created_at: Micros
  readonly created_by: string
  readonly updated_at: Micros
  readonly deleted_at: Micros | null
}

/** The fields that a queue's author sets. */
type QueueFields = Pick<AnnotationQueue, 'name' | 'description' | 'scorer_refs'>

/** The queue with some fields changed; the queue itself if there are none. */
export function changedQueue(
  queue: AnnotationQueue,
  changes: Partial<QueueFields>,
  now: Micros,
): AnnotationQueue {
  const { name = queue.name, description = queue.description, scorer_refs = queue.scorer_refs } = changes
  const isChanged = [changes.name, changes.description, changes.scorer_refs].some((it) => it !== undefined)
  return isChanged ? { ...queue, name, description, scorer_refs, updated_at: now } : queue
}

/** Throws `not_found` if the queue never existed or was deleted. */
export function liveQueue(queue: AnnotationQueue | undefined, id: string): AnnotationQueue {
  if (!queue) throw new ServiceError('not_found', `no annotation queue ${JSON.stringify(id)} in the project`)
  if (queue.deleted_at === null) return queue
  const deleted_at = formatDateTime(queue.deleted_at)
  throw new ServiceError('not_found', `the annotation queue ${queue.name} was deleted`, { deleted_at })
}

/** A queue in responses. */
export function queueView(queue: AnnotationQueue) {
  return {
    ...queue,
    created_at: formatDateTime(queue.created_at),
    updated_at: formatDateTime(queue.updated_at),
    deleted_at: queue.deleted_at === null ? null : formatDateTime(queue.deleted_at),
  }
}
