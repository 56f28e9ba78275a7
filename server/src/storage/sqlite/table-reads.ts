import type { SortKey } from '../../query/expression.ts'
import { compileCondition, compileSort } from '../../query/sql.ts'
import type { ReadPage } from '../port/pages.ts'
import type { PlacedRow, TableMeasure, TableSearch } from '../port/tables.ts'
import { tableRowDialect } from './dialect.ts'
import type { Database, SqlValue } from './driver.ts'
import { fitting, type SizedKey } from './fitting.ts'
import type { projectFinder } from './names.ts'
import { rowsWithin } from './rows-within.ts'

/** Rows as they travel from a reader thread: `tables.ts` makes JsonText of `val`. */
type RowText = { readonly digest: string; readonly val: string }
type PlacedText = RowText & Pick<PlacedRow, 'original_index'>

/** The reading half of the table store: runs in a reader thread. */
export function tableReads(db: Database, findProject: ReturnType<typeof projectFinder>) {
  const findTable = tableFinder(db, findProject)
  const listed = db.prepare(`
    select r.digest from table_items i cross join table_rows r on r.id = i.row_id
    where i.table_id = ? order by i.idx`)
  const someRows = db.prepare(`
    select r.digest, r.val from json_each(?) j
    cross join table_rows r on r.project = ? and r.digest = j.value and r.val is not null`)
  const size = db.prepare(`
    select coalesce(sum(octet_length(r.val)), 0) as n
    from table_items i cross join table_rows r on r.id = i.row_id where i.table_id = ?`)
  const missing = db.prepare('select 1 from table_rows where project = ? and val is null limit 1')
  const sizes = db.prepare(`select j.key as at, octet_length(r.val) as bytes ${AT_PLACES}`)
  const placed = db.prepare(`select ${ROW} ${AT_PLACES}`)

  /** Where no row is missing, places count the rows: a page is found by its place, however far in. */
  function queryOf(table: FoundTable, search: TableSearch, columns: string): Query {
    const isPlain =
      search.sort.length === 0 && search.row_digests === undefined && search.condition === undefined
    const isCounted = isPlain && !missing.get(table.project)
    return isCounted ? placeSql(table, search, columns) : searchSql(table, search, columns)
  }

  return {
    rowDigests(projectId: string, digest: string): string[] | undefined {
      const table = findTable(projectId, digest)
      return table && listed.all<{ digest: string }>(table.id).map((row) => row.digest)
    },

    find(search: TableSearch, bytesMax?: number): PlacedText[] {
      const table = findTable(search.project_id, search.digest)
      if (!table) return []
      const { sql, params } = queryOf(table, search, ROW)
      return rowsWithin<PlacedText>(db.prepare(sql), params, bytesMax)
    },

    findPlaces(search: TableSearch): number[] {
      const table = findTable(search.project_id, search.digest)
      if (!table) return []
      const { sql, params } = queryOf(table, search, PLACE)
      return db
        .prepare(sql)
        .all<Pick<PlacedText, 'original_index'>>(...params)
        .map(({ original_index }) => original_index)
    },

    readPage(
      projectId: string,
      digest: string,
      places: readonly number[],
      bytesMax: number,
    ): ReadPage<PlacedText> {
      const table = findTable(projectId, digest)
      if (!table) return { rows: [], taken: places.length, next_bytes: 0 }
      const found = sizes.iterate<SizedKey>(JSON.stringify(places), table.id)
      const { taken, next_bytes } = fitting(found, places.length, bytesMax)
      const rows = placed.all<PlacedText>(JSON.stringify(places.slice(0, taken)), table.id)
      return { rows, taken, next_bytes }
    },

    rows(projectId: string, rowDigests: readonly string[]): RowText[] {
      const project = findProject(projectId)
      if (project === undefined) return []
      return someRows.all<RowText>(JSON.stringify([...new Set(rowDigests)]), project)
    },

    measure(projectId: string, digests: readonly string[]): TableMeasure[] {
      return [...new Set(digests)].flatMap((digest) => {
        const table = findTable(projectId, digest)
        if (!table) return []
        return [{ digest, count: table.count, size_bytes: size.get<{ n: number }>(table.id)?.n ?? 0 }]
      })
    },
  }
}

export type TableReads = ReturnType<typeof tableReads>

interface FoundTable {
  readonly id: number
  readonly project: number
  readonly count: number
}

interface Query {
  readonly sql: string
  readonly params: readonly SqlValue[]
}

const PLACE = 'i.idx as original_index'
const ROW = `r.digest, r.val, ${PLACE}`

const IN_TABLE = `from table_items i cross join table_rows r on r.id = i.row_id and r.val is not null
  where i.table_id = ?`

/** The list of places drives, so that rows come in its order. */
const AT_PLACES = `from json_each(?) j cross join table_items i on i.table_id = ? and i.idx = j.value
  cross join table_rows r on r.id = i.row_id and r.val is not null`

function tableFinder(db: Database, findProject: ReturnType<typeof projectFinder>) {
  const select = db.prepare('select id, project, count from tables where project = ? and digest = ?')
  return (projectId: string, digest: string): FoundTable | undefined => {
    const project = findProject(projectId)
    return project === undefined ? undefined : select.get<FoundTable>(project, digest)
  }
}

function placeSql(table: FoundTable, { offset = 0, limit }: TableSearch, columns: string): Query {
  const end = limit === undefined ? table.count : offset + limit
  return {
    sql: `select ${columns} ${IN_TABLE} and i.idx >= ? and i.idx < ? order by i.idx`,
    params: [table.id, offset, end],
  }
}

function searchSql(table: FoundTable, search: TableSearch, columns: string): Query {
  const filter = search.row_digests && {
    sql: 'and i.row_id in (select id from table_rows where project = ? and digest in (select value from json_each(?)))',
    params: [table.project, JSON.stringify(search.row_digests)],
  }
  const dialect = tableRowDialect()
  const condition = search.condition && compileCondition(search.condition, dialect)
  const sort = compileSort(search.sort.map(sortKey), dialect)
  const order = [sort.sql, 'i.idx'].filter(Boolean).join(', ')
  return {
    sql: `select ${columns} ${IN_TABLE} ${filter?.sql ?? ''} ${condition ? `and ${condition.sql}` : ''}
      order by ${order} limit ? offset ?`,
    params: [
      table.id,
      ...(filter?.params ?? []),
      ...(condition?.params ?? []),
      ...sort.params,
      search.limit ?? -1,
      search.offset ?? 0,
    ],
  }
}

const sortKey = ({ path, direction }: TableSearch['sort'][number]): SortKey => ({
  field: { kind: 'json', column: 'val', path, nullSorts: 'as unset' },
  direction,
})
