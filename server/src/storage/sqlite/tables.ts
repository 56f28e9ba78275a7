import { JsonText } from '../../json/text.ts'
import type { TableStore } from '../port/tables.ts'
import type { Remote } from './protocol.ts'
import type { TableReads } from './table-reads.ts'
import type { TableWrites } from './table-writes.ts'

/** `scans` are reads that may walk a whole table; they run where they hold up nobody. */
export function sqliteTables(
  reads: Remote<TableReads>,
  scans: Remote<TableReads>,
  writes: Remote<TableWrites>,
): TableStore {
  return {
    put: (projectId, digest, rowDigests, rows) =>
      writes.put(
        projectId,
        digest,
        rowDigests,
        rows.map((row) => [row.digest, row.val.text]),
      ),
    rowDigests: (projectId, digest) => scans.rowDigests(projectId, digest),
    async find(search) {
      const rows = await (search.row_digests || search.condition || search.sort.length > 0
        ? scans
        : reads
      ).find(search)
      return rows.map(withValue)
    },
    async rows(projectId, rowDigests) {
      const rows = await reads.rows(projectId, rowDigests)
      return rows.map(withValue)
    },
    measure: (projectId, digests) => scans.measure(projectId, digests),
  }
}

const withValue = <T extends { readonly val: string }>(row: T) => ({ ...row, val: new JsonText(row.val) })
