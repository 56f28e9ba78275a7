import { JsonText } from '../../json/text.ts'
import type { TableStore } from '../port/tables.ts'
import type { Remote } from './protocol.ts'
import type { TableReads } from './table-reads.ts'
import type { TableWrites } from './table-writes.ts'

/** A large table is written in batches, so that other writes are committed in between. */
const ROWS_PER_WRITE = 5_000

/** `scans` are reads that may walk a whole table; they run where they hold up nobody. */
export function sqliteTables(
  reads: Remote<TableReads>,
  scans: Remote<TableReads>,
  writes: Remote<TableWrites>,
): TableStore {
  return {
    async put(projectId, digest, rowDigests, rows) {
      for (let at = 0; at < rows.length; at += ROWS_PER_WRITE) {
        const batch = rows.slice(at, at + ROWS_PER_WRITE)
        await writes.putRows(
          projectId,
          batch.map((row) => [row.digest, row.val.text]),
        )
      }
      await writes.put(projectId, digest, rowDigests)
    },
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
