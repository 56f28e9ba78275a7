import { createTable } from '@heddle/contract/tables'
import { acceptDigest, digestWithInternalRefs } from '../../domain/objects/digest.ts'
import { newRow, newTable, type Table, type TableRow } from '../../domain/tables/table.ts'
import type { JsonText } from '../../json/text.ts'
import { type Context, operation } from '../operation.ts'
import { internalIdsIn } from '../refs/internal-ids.ts'

export const tableCreate = operation(
  createTable,
  { access: 'write', projects: ({ table }) => [table.project_id] },
  async ({ table }, context) => {
    const { digest, row_digests } = await storeTable(context, table)
    return { digest, row_digests }
  },
)

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

/** The table under the digest that is expected, which may count the refs in its rows in internal form. */
async function tableToStore(
  rows: readonly JsonText[],
  expected: string | undefined,
  context: Context,
): Promise<Table> {
  const table = newTable(await digested(rows, newRow))
  if (expected === undefined || expected === table.digest) return table
  const internalIdOf = await internalIdsIn(rows, context)
  const digestOf = (row: JsonText) => digestWithInternalRefs(row, internalIdOf)
  const internal = newTable(await digested(rows, (row) => newRow(row, digestOf)))
  acceptDigest(expected, [table.digest, internal.digest])
  return internal
}

const PAGE_SIZE = 1000

/** A hundred thousand rows take a second to digest: other requests get their turn in between. */
async function digested(rows: readonly JsonText[], digest: (row: JsonText) => TableRow): Promise<TableRow[]> {
  const done: TableRow[] = []
  for (let at = 0; at < rows.length; at += PAGE_SIZE) {
    if (at > 0) await new Promise((resolve) => setImmediate(resolve))
    done.push(...rows.slice(at, at + PAGE_SIZE).map((row) => digest(row)))
  }
  return done
}
