import { queryTable } from '@heddle/contract/tables'
import { inProject, operation } from '../operation.ts'
import { newTableSearch } from './search.ts'
import { tableSource } from './source.ts'

export const tableQuery = operation(queryTable, inProject('read'), async (request, { storage, reply }) => ({
  rows: await reply.gather(tableSource(storage.tables, newTableSearch(request))),
}))
