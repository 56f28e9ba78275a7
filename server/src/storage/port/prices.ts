import type { Price } from '../../domain/prices/price.ts'
import type { Expression, Page, SortKey } from '../../query/expression.ts'
import type { ListAll } from './pages.ts'

export interface PriceSearch extends Page {
  readonly project_id: string
  readonly condition?: Expression
  /** Rows that are equal in all sort keys come by `created_at`, then id. */
  readonly sort: readonly SortKey[]
}

/** The prices that projects set for themselves. The default prices are data in `domain/`. */
export interface PriceStore {
  /** Stores the rows; a row whose id the project already has takes that one's place. */
  put(rows: readonly Price[]): Promise<void>

  /** Throws `too_large` instead of reading rows of more than `bytesMax` together. */
  find(search: PriceSearch, bytesMax?: number): Promise<Price[]>

  /** All prices of the project for these models. */
  forModels(projectId: string, llmIds: readonly string[]): Promise<Price[]>

  /** Removes the rows for good. Unknown ids are no error. */
  purge(projectId: string, ids: readonly string[]): Promise<void>

  readonly listAll: ListAll<Price>
}
