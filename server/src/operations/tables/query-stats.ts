import { countTableRows } from '@heddle/contract/tables'
import { inProject, operation } from '../operation.ts'

export const tableQueryStats = operation(countTableRows, inProject('read'), async (request, { storage }) => {
  const [table] = await storage.tables.measure(request.project_id, [request.digest])
  return { count: table?.count ?? 0 }
})
