import { streamTable } from '@heddle/contract/tables'
import type { PlacedRow, TableSearch, TableStore } from '../../storage/port/tables.ts'
import { inProject, operation } from '../operation.ts'
import { newTableSearch } from './search.ts'

export const tableQueryStream = operation(streamTable, inProject('read'), async (request, { storage }) =>
  streamRows(storage.tables, newTableSearch(request)),
)

const PORTION = 1000

/**
 * A table never changes, so portions of it fit together. Sorted or filtered rows are read at once:
 * every portion would have to search the whole table again.
 */
async function* streamRows(tables: TableStore, search: TableSearch): AsyncGenerator<PlacedRow> {
  if (search.sort.length > 0 || search.row_digests || search.condition) {
    yield* await tables.find(search)
    return
  }
  const { offset = 0, limit = Number.POSITIVE_INFINITY } = search
  for (let taken = 0; taken < limit; taken += PORTION) {
    const portion = Math.min(PORTION, limit - taken)
    const rows = await tables.find({ ...search, offset: offset + taken, limit: portion })
    yield* rows
    if (rows.length < portion) return
  }
}
