import type { Feedback } from '../../domain/feedback/feedback.ts'
import type { Expression, Page, SortKey } from '../../query/expression.ts'

export interface FeedbackSearch extends Page {
  readonly project_id: string
  readonly condition?: Expression
  /** Empty means in the order of insertion. */
  readonly sort: readonly SortKey[]
}

export interface FeedbackStore {
  /** Stores the rows; a row whose id the project already has takes that one's place. */
  put(rows: readonly Feedback[]): Promise<void>

  /**
   * Puts `row` in the place of `oldId`. A reader never finds neither of the two; an engine without
   * transactions may show both for a moment. An unknown `oldId` is no error.
   */
  replace(oldId: string, row: Feedback): Promise<void>

  /** Throws `too_large` instead of reading rows of more than `bytesMax` together. */
  find(search: FeedbackSearch, bytesMax?: number): Promise<Feedback[]>

  count(search: FeedbackSearch): Promise<number>

  /** The feedback on each of these refs, oldest first. `bytesMax` as above. */
  on(projectId: string, weaveRefs: readonly string[], bytesMax?: number): Promise<Feedback[]>

  /** Removes the rows for good. Unknown ids are no error. */
  purge(projectId: string, ids: readonly string[]): Promise<void>
}
