import { ServiceError } from '../../errors.ts'
import { formatDateTime, type Micros } from '../../time.ts'

/** A list of calls that wait for people to judge them. */
export interface AnnotationQueue {
  readonly project_id: string
  readonly id: string
  readonly name: string
  readonly description: string
  /** What annotators are asked about a call. */
  readonly scorer_refs: readonly string[]
  readonly created_at: Micros
  readonly created_by: string
  readonly updated_at: Micros
  readonly deleted_at: Micros | null
}

/** What a queue's author may say of it. */
type QueueFields = Pick<AnnotationQueue, 'name' | 'description' | 'scorer_refs'>

/** The queue after a change of some of its fields; without any, the queue itself. */
export function changedQueue(
  queue: AnnotationQueue,
  changes: Partial<QueueFields>,
  now: Micros,
): AnnotationQueue {
  const { name = queue.name, description = queue.description, scorer_refs = queue.scorer_refs } = changes
  const isChanged = [changes.name, changes.description, changes.scorer_refs].some((it) => it !== undefined)
  return isChanged ? { ...queue, name, description, scorer_refs, updated_at: now } : queue
}

/** The queue, unless it was never made or is deleted. */
export function liveQueue(queue: AnnotationQueue | undefined, id: string): AnnotationQueue {
  if (!queue) throw new ServiceError('not_found', `no annotation queue ${JSON.stringify(id)} in the project`)
  if (queue.deleted_at === null) return queue
  const deleted_at = formatDateTime(queue.deleted_at)
  throw new ServiceError('not_found', `the annotation queue ${queue.name} was deleted`, { deleted_at })
}

/** A queue as replies show it. */
export function queueView(queue: AnnotationQueue) {
  return {
    ...queue,
    created_at: formatDateTime(queue.created_at),
    updated_at: formatDateTime(queue.updated_at),
    deleted_at: queue.deleted_at === null ? null : formatDateTime(queue.deleted_at),
  }
}
