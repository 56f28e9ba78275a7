import { streamTable } from '@heddle/contract/tables'
import { inProject, operation } from '../operation.ts'
import { pagedRows } from '../paged-rows.ts'
import { newTableSearch } from './search.ts'
import { tableSource } from './source.ts'

export const tableQueryStream = operation(streamTable, inProject('read'), async (request, context) =>
  pagedRows(tableSource(context.storage.tables, newTableSearch(request)), (bytes) =>
    context.reads.acquire(bytes, context.signal),
  ),
)
