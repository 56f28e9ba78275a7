import { newPage } from '../domain/page.ts'
import type { JsonText } from '../json/text.ts'
import { bind, bindSort, type Catalogue } from '../query/bind.ts'
import type { Expression, Page, SortKey } from '../query/expression.ts'
import { parseQuery } from '../query/parse.ts'

/** A request that searches plain records, such as feedback or prices. */
export interface RecordSearchRequest {
  readonly project_id: string
  readonly query?: JsonText
  readonly sort_by?: readonly { readonly field: string; readonly direction: 'asc' | 'desc' }[]
  readonly limit?: number
  readonly offset?: number
}

interface RecordSearch extends Page {
  readonly project_id: string
  readonly condition?: Expression
  readonly sort: readonly SortKey[]
}

/** Validates the whole search before anything is read. */
export function newRecordSearch(request: RecordSearchRequest, catalogue: Catalogue): RecordSearch {
  return {
    project_id: request.project_id,
    ...(request.query && { condition: bind(parseQuery(request.query), catalogue) }),
    sort: bindSort(request.sort_by ?? [], catalogue),
    ...newPage(request),
  }
}
