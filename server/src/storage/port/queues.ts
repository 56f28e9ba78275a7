import type { AnnotationItem, AnnotationState } from '../../domain/queues/item.ts'
import type { AnnotationQueue } from '../../domain/queues/queue.ts'
import type { Expression, Page, SortKey } from '../../query/expression.ts'
import type { Micros } from '../../time.ts'

/** A search of queues, deleted ones included, or of the items of all queues. */
export interface QueueSearch extends Page {
  readonly project_id: string
  readonly condition?: Expression
  /** Empty means in the order of insertion. */
  readonly sort: readonly SortKey[]
}

/** What one annotator says of an item. */
export interface AnnotationProgress {
  readonly project_id: string
  readonly item_id: string
  readonly annotator_user_id: string
  readonly annotation_state: AnnotationState
  readonly updated_at: Micros
}

export interface QueueCount {
  readonly queue_id: string
  readonly total_items: number
  /** Those that are completed or skipped. */
  readonly completed_items: number
}

/** Queues of calls for people to judge. Nothing here is ever removed. */
export interface QueueStore {
  /** Stores the queue; one of the same id takes its place. */
  put(queue: AnnotationQueue): Promise<void>

  /** Throws `too_large` instead of reading queues of more than `bytesMax` together. */
  find(search: QueueSearch, bytesMax?: number): Promise<AnnotationQueue[]>

  /** The queue of this id, even where it is deleted. */
  get(projectId: string, queueId: string): Promise<AnnotationQueue | undefined>

  /** Stores the items. One whose call the queue already has is passed over. */
  addItems(items: readonly AnnotationItem[]): Promise<void>

  /** `bytesMax` as for queues. */
  findItems(search: QueueSearch, bytesMax?: number): Promise<AnnotationItem[]>

  /** Those among these calls that the queue has, in no order. */
  callsIn(projectId: string, queueId: string, callIds: readonly string[]): Promise<string[]>

  /** How many items each queue has. Queues without any are left out. */
  count(projectId: string, queueIds: readonly string[]): Promise<QueueCount[]>

  /** Notes how far an annotator got; the item then shows it, with who said so and when. */
  putProgress(progress: AnnotationProgress): Promise<void>

  /** What this annotator said last of the item. */
  progress(projectId: string, itemId: string, annotatorUserId: string): Promise<AnnotationState | undefined>
}
