import {
  countTableRows,
  createTable,
  createTableFromDigests,
  measureTables,
  updateTable,
} from '@heddle/contract/tables'
import { acceptDigest, digestWithInternalRefs, tableDigest } from '../../domain/objects/digest.ts'
import { newRow, newTable, type Table, updatedTable } from '../../domain/tables/table.ts'
import { ServiceError } from '../../errors.ts'
import type { JsonText } from '../../json/text.ts'
import { mapInTurns } from '../../turns.ts'
import { internalIdsIn } from '../objects/refs.ts'
import { type Context, inProject, operation } from '../operation.ts'

export const tableOperations = [
  operation(
    createTable,
    { access: 'write', projects: ({ table }) => [table.project_id] },
    async ({ table }, context) => {
      const { digest, row_digests } = await storeTable(context, table)
      return { digest, row_digests }
    },
  ),

  operation(
    createTableFromDigests,
    inProject('write'),
    async ({ project_id, row_digests, expected_digest }, { storage }) => {
      const digest = acceptDigest(expected_digest, [tableDigest(row_digests)])
      await storage.tables.put(project_id, digest, row_digests, [])
      return { digest }
    },
  ),

  /** The base table does not change: the updated one is stored as a new table. */
  operation(updateTable, inProject('write'), async (request, { storage }) => {
    const { project_id, base_digest } = request
    const base = await storage.tables.rowDigests(project_id, base_digest)
    if (!base)
      throw new ServiceError('not_found', `base_digest ${base_digest} is not a table of ${project_id}`)
    const { digest, row_digests, rows, updated_row_digests } = updatedTable(base, request.updates)
    await storage.tables.put(project_id, digest, row_digests, rows)
    return { digest, updated_row_digests }
  }),

  operation(countTableRows, inProject('read'), async (request, { storage }) => {
    const [table] = await storage.tables.measure(request.project_id, [request.digest])
    return { count: table?.count ?? 0 }
  }),

  operation(
    measureTables,
    inProject('read'),
    async ({ project_id, digests = [], include_storage_size }, { storage }) => {
      const measures = await storage.tables.measure(project_id, digests)
      const tables = measures.map(({ digest, count, size_bytes }) => ({
        digest,
        count,
        storage_size_bytes: include_storage_size ? size_bytes : null,
      }))
      return { tables }
    },
  ),
]

interface NewTable {
  readonly project_id: string
  readonly rows: readonly JsonText[]
  readonly expected_digest?: string
}

export async function storeTable(context: Context, request: NewTable): Promise<Table> {
  const { project_id, rows, expected_digest } = request
  const table = await tableToStore(rows, expected_digest, context)
  await context.storage.tables.put(project_id, table.digest, table.row_digests, table.rows)
  return table
}

/** The table with the expected digest, which may be computed from refs in internal form. */
async function tableToStore(
  rows: readonly JsonText[],
  expected: string | undefined,
  context: Context,
): Promise<Table> {
  const table = newTable(await mapInTurns(rows, (row) => newRow(row)))
  if (expected === undefined || expected === table.digest) return table
  const internalIdOf = await internalIdsIn(rows, context)
  const digestOf = (row: JsonText) => digestWithInternalRefs(row, internalIdOf)
  const internal = newTable(await mapInTurns(rows, (row) => newRow(row, digestOf)))
  acceptDigest(expected, [table.digest, internal.digest])
  return internal
}
