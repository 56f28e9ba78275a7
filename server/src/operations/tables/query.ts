import { queryTable } from '@heddle/contract/tables'
import { inProject, operation } from '../operation.ts'
import { newTableSearch } from './search.ts'

export const tableQuery = operation(queryTable, inProject('read'), async (request, { storage }) => ({
  rows: await storage.tables.find(newTableSearch(request)),
}))
