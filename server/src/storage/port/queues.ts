import type { AnnotationItem, AnnotationState } from '../../domain/queues/item.ts'
import type { AnnotationQueue } from '../../domain/queues/queue.ts'
import type { Expression, Page, SortKey } from '../../query/expression.ts'
import type { Micros } from '../../time.ts'
import type { ListAll } from './pages.ts'

/** A search of queues, deleted ones included, or of the items of all queues. */
export interface QueueSearch extends Page {
  readonly project_id: string
  readonly condition?: Expression
  /** Rows that are equal in all sort keys come by `created_at`, then id. */
  readonly sort: readonly SortKey[]
}

/** How far one annotator got with an item. */
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

  /**
   * Stores the items. The id of an item follows from its queue and its call, so that whoever adds a call twice writes the
   * same item twice: one of the two stays, whole, and progress reported on it stays too.
   */
  addItems(items: readonly AnnotationItem[]): Promise<void>

  /** `bytesMax` as for queues. */
  findItems(search: QueueSearch, bytesMax?: number): Promise<AnnotationItem[]>

  /** Those among these calls that the queue has, in no order. */
  callsIn(projectId: string, queueId: string, callIds: readonly string[]): Promise<string[]>

  /** How many items each queue has. Queues without any are left out. */
  count(projectId: string, queueIds: readonly string[]): Promise<QueueCount[]>

  /**
   * Stores how far an annotator got, in place of what they reported before. The item shows the report with the latest
   * `updated_at` of all annotators; of equal ones, the one accepted last. A report that is older than what is stored, as
   * from a process whose clock is behind, changes nothing.
   */
  putProgress(progress: AnnotationProgress): Promise<void>

  /** What this annotator reported last. */
  progress(projectId: string, itemId: string, annotatorUserId: string): Promise<AnnotationState | undefined>

  /** Every queue, deleted ones included. */
  readonly listAll: ListAll<AnnotationQueue>

  /** The items of every queue. Adding them and then reporting all progress again gives the same items. */
  readonly listAllItems: ListAll<AnnotationItem>

  readonly listAllProgress: ListAll<AnnotationProgress>
}
