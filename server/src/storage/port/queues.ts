import type { AnnotationItem, AnnotationState } from '../../domain/queues/item.ts'
import type { AnnotationQueue } from '../../domain/queues/queue.ts'
import type { Expression, Page, SortKey } from '../../query/expression.ts'
import type { Micros } from '../../time.ts'
import type { ListAll } from './pages.ts'

/** A search of queues, deleted ones included, or of the items of all queues. */
export interface QueueSearch extends Page {
  readonly project_id: string
  readonly condition?: Expression
  /** Ties are broken by `created_at`, then id. */
  readonly sort: readonly SortKey[]
}

/** The progress of one annotator on an item. */
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
  /** Completed or skipped items. */
  readonly completed_items: number
}

/** Queues of calls for human review. Nothing is ever removed. */
export interface QueueStore {
  /** Stores the queue, replacing one with the same id. */
  put(queue: AnnotationQueue): Promise<void>

  /** Throws `too_large` rather than read more than `bytesMax` of queues. */
  find(search: QueueSearch, bytesMax?: number): Promise<AnnotationQueue[]>

  /** The queue with this id, even if it is deleted. */
  get(projectId: string, queueId: string): Promise<AnnotationQueue | undefined>

  /**
   * Stores the items. The id of an item is derived from its queue and its call, so that adding a call twice writes the
   * same item twice: one of the two is kept complete, with its progress.
   */
  addItems(items: readonly AnnotationItem[]): Promise<void>

  /** `bytesMax` as for queues. */
  findItems(search: QueueSearch, bytesMax?: number): Promise<AnnotationItem[]>

  /** The calls among these that are in the queue, in no order. */
  callsIn(projectId: string, queueId: string, callIds: readonly string[]): Promise<string[]>

  /** Number of items per queue. Empty queues are left out. */
  count(projectId: string, queueIds: readonly string[]): Promise<QueueCount[]>

  /**
   * Stores the progress of an annotator, replacing their previous report. The item shows the report with the latest
   * `updated_at` of all annotators; of equal ones, the one accepted last. A report that is older than the stored one, as
   * from a process whose clock is behind, changes nothing.
   */
  putProgress(progress: AnnotationProgress): Promise<void>

  /** The latest report of this annotator. */
  progress(projectId: string, itemId: string, annotatorUserId: string): Promise<AnnotationState | undefined>

  /** Every queue, deleted ones included. */
  readonly listAll: ListAll<AnnotationQueue>

  /** The items of every queue. Adding them and then reporting all progress again gives the same items. */
  readonly listAllItems: ListAll<AnnotationItem>

  readonly listAllProgress: ListAll<AnnotationProgress>
}
