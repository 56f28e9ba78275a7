import { JsonText } from '../../json/text.ts'
import type { TableSearch, TableStore } from '../port/tables.ts'
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
    async find(search, bytesMax) {
      const rows = await (walksTable(search) ? scans : reads).find(search, bytesMax)
      return rows.map(withValue)
    },
    findPlaces: (search) => (walksTable(search) ? scans : reads).findPlaces(search),
    async readPage(projectId, digest, places, bytesMax) {
      const { rows, ...page } = await reads.readPage(projectId, digest, places, bytesMax)
      return { ...page, rows: rows.map(withValue) }
    },
    async rows(projectId, rowDigests) {
      const rows = await reads.rows(projectId, rowDigests)
      return rows.map(withValue)
    },
    measure: (projectId, digests) => scans.measure(projectId, digests),
  }
}

const walksTable = ({ row_digests, condition, sort }: TableSearch): boolean =>
  row_digests !== undefined || condition !== undefined || sort.length > 0

const withValue = <T extends { readonly val: string }>(row: T) => ({ ...row, val: new JsonText(row.val) })
