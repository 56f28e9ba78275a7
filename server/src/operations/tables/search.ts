import type { TableQueryRequest } from '@heddle/contract/tables'
import { newPage } from '../../domain/page.ts'
import { tableRowCatalogue } from '../../domain/tables/fields.ts'
import { tableSort } from '../../domain/tables/sort.ts'
import { bind } from '../../query/bind.ts'
import { parseQuery } from '../../query/parse.ts'
import type { TableSearch } from '../../storage/port/tables.ts'
import type { Received } from '../operation.ts'

/** Judges a request for rows whole, before anything is read. No row digests means all rows. */
export function newTableSearch(request: Received<TableQueryRequest>): TableSearch {
  const row_digests = request.filter?.row_digests ?? []
  return {
    project_id: request.project_id,
    digest: request.digest,
    ...(row_digests.length > 0 && { row_digests }),
    ...(request.query && { condition: bind(parseQuery(request.query), tableRowCatalogue) }),
    sort: tableSort(request.sort_by),
    ...newPage(request),
  }
}
