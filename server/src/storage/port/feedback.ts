import type { Feedback, FeedbackValue } from '../../domain/feedback/feedback.ts'
import type { Expression, Page, SortKey } from '../../query/expression.ts'
import type { ListAll } from './pages.ts'

export interface FeedbackSearch extends Page {
  readonly project_id: string
  readonly condition?: Expression
  /** Ties are broken by `created_at`, then id. */
  readonly sort: readonly SortKey[]
}

/** Id of a row and the ref it is about. */
export type FeedbackKey = Pick<Feedback, 'id' | 'weave_ref'>

export interface FeedbackStore {
  /** Stores the rows, replacing rows of the project with the same id. */
  put(rows: readonly Feedback[]): Promise<void>

  /**
   * Replaces `old` with `row`, in the same project. A reader always finds at least one of the two; an engine without
   * transactions may briefly show both. It is not an error if `old` does not exist.
   */
  replace(old: FeedbackKey, row: Feedback): Promise<void>

  /** Throws `too_large` rather than read more than `bytesMax` of rows. */
  find(search: FeedbackSearch, bytesMax?: number): Promise<Feedback[]>

  /** Like `find`, with only the columns that statistics need. */
  findValues(search: FeedbackSearch, bytesMax?: number): Promise<FeedbackValue[]>

  count(search: FeedbackSearch): Promise<number>

  /** The rows with these ids, without wide columns, in no order. Unknown ids are left out. */
  keys(projectId: string, ids: readonly string[]): Promise<FeedbackKey[]>

  /** The feedback on these refs, by `created_at`, then id. `bytesMax` as above. */
  on(projectId: string, weaveRefs: readonly string[], bytesMax?: number): Promise<Feedback[]>

  /**
   * Removes the rows permanently. Unknown ids are not an error. The calls in `weave_ref` count as changed, whether or not a
   * row existed: the caller knows what it removes, so that no engine has to look it up.
   */
  purge(projectId: string, rows: readonly FeedbackKey[]): Promise<void>

  readonly listAll: ListAll<Feedback>
}
