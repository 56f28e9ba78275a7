import type { Price } from '../../domain/prices/price.ts'
import type { Expression, Page, SortKey } from '../../query/expression.ts'

export interface PriceSearch extends Page {
  readonly project_id: string
  readonly condition?: Expression
  /** Empty means in the order of insertion. */
  readonly sort: readonly SortKey[]
}

/** The prices that projects set for themselves. The default prices are data in `domain/`. */
export interface PriceStore {
  put(rows: readonly Price[]): Promise<void>

  /** Throws `too_large` instead of reading rows of more than `bytesMax` together. */
  find(search: PriceSearch, bytesMax?: number): Promise<Price[]>

  /** All prices of the project for these models. */
  forModels(projectId: string, llmIds: readonly string[]): Promise<Price[]>

  /** Removes the rows for good. Unknown ids are no error. */
  purge(projectId: string, ids: readonly string[]): Promise<void>
}
