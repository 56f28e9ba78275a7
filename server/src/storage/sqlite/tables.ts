import type { TableRow } from '../../domain/tables/table.ts'
import { JsonText } from '../../json/text.ts'
import type { ListedTable, TableSearch, TableStore } from '../port/tables.ts'
import type { Database } from './database/driver.ts'
import { asIs, listInProject, tableSource } from './queries/listing.ts'
import type { projectFinder } from './queries/names.ts'
import type { TableReads } from './table-reads.ts'
import type { TableWrites } from './table-writes.ts'
import type { Remote } from './threads/protocol.ts'

/** A large table is written in batches, so that other writes are committed in between. */
const ROWS_PER_WRITE = 5_000

/** `scans` run reads that may scan a whole table, without blocking quick reads. */
export function sqliteTables(
  reads: Remote<TableReads & TableLists>,
  scans: Remote<TableReads>,
  writes: Remote<TableWrites>,
): TableStore {
  async function putRows(projectId: string, rows: readonly TableRow[]): Promise<void> {
    for (let at = 0; at < rows.length; at += ROWS_PER_WRITE) {
      const batch = rows.slice(at, at + ROWS_PER_WRITE)
      await writes.putRows(
        projectId,
        batch.map((row) => [row.digest, row.val.text]),
      )
    }
  }

  return {
    async put(projectId, digest, rowDigests, rows) {
      await putRows(projectId, rows)
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
    putRows,
    listAll: (projectId, cursor, limits) => reads.listAll(projectId, cursor, limits),
    async listAllRows(projectId, cursor, limits) {
      const { rows, next } = await reads.listAllRows(projectId, cursor, limits)
      return { rows: rows.map(withValue), next }
    },
  }
}

const TABLES = tableSource('tables', ['id', 'digest'], 'digest')
const ROWS = { ...tableSource('table_rows', ['digest', 'val'], 'digest'), where: 'val is not null' }

export function tableLists(db: Database, findProject: ReturnType<typeof projectFinder>) {
  const listed = db.prepare(`
    select r.digest from table_items i cross join table_rows r on r.id = i.row_id
    where i.table_id = ? order by i.idx`)
  return {
    listAll: listInProject<{ id: number; digest: string }, ListedTable>(
      db,
      findProject,
      TABLES,
      ({ id, digest }) => ({
        digest,
        row_digests: listed.all<{ digest: string }>(id).map((row) => row.digest),
      }),
    ),
    listAllRows: listInProject<{ digest: string; val: string }>(db, findProject, ROWS, asIs),
  }
}

type TableLists = ReturnType<typeof tableLists>

const walksTable = ({ row_digests, condition, sort }: TableSearch): boolean =>
  row_digests !== undefined || condition !== undefined || sort.length > 0

const withValue = <T extends { readonly val: string }>(row: T) => ({ ...row, val: new JsonText(row.val) })
