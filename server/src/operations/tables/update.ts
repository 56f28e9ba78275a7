import { updateTable } from '@heddle/contract/tables'
import { updatedTable } from '../../domain/tables/table.ts'
import { ServiceError } from '../../errors.ts'
import { inProject, operation } from '../operation.ts'

/** The base table stays as it is: the changed one is stored beside it. */
export const tableUpdate = operation(updateTable, inProject('write'), async (request, { storage }) => {
  const { project_id, base_digest } = request
  const base = await storage.tables.rowDigests(project_id, base_digest)
  if (!base) throw new ServiceError('not_found', `base_digest ${base_digest} is no table of ${project_id}`)
  const { digest, row_digests, rows, updated_row_digests } = updatedTable(base, request.updates)
  await storage.tables.put(project_id, digest, row_digests, rows)
  return { digest, updated_row_digests }
})
