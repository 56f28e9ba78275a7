import { queryTable, streamTable, type TableQueryRequest } from '@heddle/contract/tables'
import { newPage } from '../../domain/page.ts'
import { tableRowCatalogue, tableSort } from '../../domain/tables/search.ts'
import { bind } from '../../query/bind.ts'
import { parseQuery } from '../../query/parse.ts'
import type { PlacedRow, TableSearch, TableStore } from '../../storage/port/tables.ts'
import { inProject, operation, type Received } from '../operation.ts'
import { type PagedSource, pagedRows } from '../paged-rows.ts'

export const tableQueryOperations = [
  operation(queryTable, inProject('read'), async (request, { storage, reply }) => ({
    rows: await reply.gather(tableSource(storage.tables, newTableSearch(request))),
  })),

  operation(streamTable, inProject('read'), async (request, context) =>
    pagedRows(tableSource(context.storage.tables, newTableSearch(request)), context),
  ),
]

/** Validates the whole request before anything is read. An empty list of row digests selects all rows. */
function newTableSearch(request: Received<TableQueryRequest>): TableSearch {
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

/** Row positions per search. */
const PLACES_MAX = 5_000

/** The matching rows in order, as a source that can be streamed or gathered. */
function tableSource(tables: TableStore, search: TableSearch): PagedSource<number, PlacedRow> {
  return {
    keys: placePages(tables, search),
    read: (places, bytesMax) => tables.readPage(search.project_id, search.digest, places, bytesMax),
    keyOf: ({ original_index }) => original_index,
  }
}

/**
 * A table is immutable, so separate searches are consistent. Sorted or filtered positions are found in one search, since each
 * page would have to scan the whole table again.
 */
async function* placePages(tables: TableStore, search: TableSearch): AsyncGenerator<readonly number[]> {
  if (search.sort.length > 0 || search.row_digests || search.condition) {
    yield await tables.findPlaces(search)
    return
  }
  const { offset = 0, limit = Number.POSITIVE_INFINITY } = search
  for (let taken = 0; taken < limit; taken += PLACES_MAX) {
    const wanted = Math.min(PLACES_MAX, limit - taken)
    const places = await tables.findPlaces({ ...search, offset: offset + taken, limit: wanted })
    yield places
    if (places.length < wanted) return
  }
}
