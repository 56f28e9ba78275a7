import type { Feedback } from '../../domain/feedback/feedback.ts'
import type { Expression, Page, SortKey } from '../../query/expression.ts'
import type { ListAll } from './pages.ts'

export interface FeedbackSearch extends Page {
  readonly project_id: string
  readonly condition?: Expression
  /** Rows that are equal in all sort keys come by `created_at`, then id. */
  readonly sort: readonly SortKey[]
}

/** Identifies a row, together with what the row is about. */
export type FeedbackKey = Pick<Feedback, 'id' | 'weave_ref'>

export interface FeedbackStore {
  /** Stores the rows; a row whose id the project already has takes that one's place. */
  put(rows: readonly Feedback[]): Promise<void>

  /**
   * Puts `row` in the place of `old`, in the same project. A reader never finds neither of the two; an engine without
   * transactions may show both for a moment. It is no error if `old` is gone.
   */
  replace(old: FeedbackKey, row: Feedback): Promise<void>

  /** Throws `too_large` instead of reading rows of more than `bytesMax` together. */
  find(search: FeedbackSearch, bytesMax?: number): Promise<Feedback[]>

  count(search: FeedbackSearch): Promise<number>

  /** The rows with these ids, without anything wide, in no order. Unknown ids are left out. */
  keys(projectId: string, ids: readonly string[]): Promise<FeedbackKey[]>

  /** The feedback on these refs, by `created_at`, then id. `bytesMax` as above. */
  on(projectId: string, weaveRefs: readonly string[], bytesMax?: number): Promise<Feedback[]>

  /**
   * Removes the rows for good. Unknown ids are no error. The calls that `weave_ref` names count as changed, whether or not a
   * row was still there: the caller knows what it removes, so that no engine has to look it up.
   */
  purge(projectId: string, rows: readonly FeedbackKey[]): Promise<void>

  readonly listAll: ListAll<Feedback>
}
