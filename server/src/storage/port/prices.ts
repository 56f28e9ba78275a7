import type { Price } from '../../domain/prices/price.ts'
import type { Expression, Page, SortKey } from '../../query/expression.ts'
import type { ListAll } from './pages.ts'

export interface PriceSearch extends Page {
  readonly project_id: string
  readonly condition?: Expression
  /** Ties are broken by `created_at`, then id. */
  readonly sort: readonly SortKey[]
}

/** The custom prices of projects. The default prices are data in `domain/`. */
export interface PriceStore {
  /** Stores the rows, replacing rows of the project with the same id. */
  put(rows: readonly Price[]): Promise<void>

  /** Throws `too_large` rather than read more than `bytesMax` of rows. */
  find(search: PriceSearch, bytesMax?: number): Promise<Price[]>

  /** All prices of the project for these models. */
  forModels(projectId: string, llmIds: readonly string[]): Promise<Price[]>

  /** Removes the rows permanently. Unknown ids are not an error. */
  purge(projectId: string, ids: readonly string[]): Promise<void>

  readonly listAll: ListAll<Price>
}
