import { ServiceError } from '../../errors.ts'
import type { Expression } from '../../query/expression.ts'
import { type Fragment, sql as fragment, type RenderedSql, trusted } from '../../query/fragment.ts'
import { compileSelect, type Plan } from '../../query/select.ts'
import { fitting, type SizedKey } from '../port/fitting.ts'
import type { ReadPage } from '../port/pages.ts'
import { tableSelect } from '../port/selects.ts'
import type { PlacedRow, TableMeasure, TableSearch } from '../port/tables.ts'
import type { Database } from './database/driver.ts'
import type { projectFinder } from './queries/names.ts'
import { tableOf } from './queries/record-table.ts'
import { rowsWithin } from './queries/rows-within.ts'

/** Rows as sent by a reader thread: `tables.ts` converts `val` to JsonText. */
type RowText = { readonly digest: string; readonly val: string }
type PlacedText = RowText & Pick<PlacedRow, 'original_index'>

/** The reads of the table store, run in a reader thread. */
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

  /** If no row is missing, positions are row numbers: a page is found by its position, however far in. */
  function statementFor(table: FoundTable, search: TableSearch, columns: readonly string[]): RenderedSql {
    const isPlain =
      search.sort.length === 0 && search.row_digests === undefined && search.condition === undefined
    const isCounted = isPlain && !missing.get(table.project)
    const { offset = 0, limit = table.count, ...unpaged } = search
    if (!isCounted) return compileSelect(tableSelect(search, columns), itemPlan(table))
    const where = fragment`i.idx >= ${BigInt(offset)} and i.idx < ${BigInt(offset + limit)}`
    return compileSelect(tableSelect(unpaged, columns), itemPlan(table, where))
  }

  return {
    rowDigests(projectId: string, digest: string): string[] | undefined {
      const table = findTable(projectId, digest)
      return table && listed.all<{ digest: string }>(table.id).map((row) => row.digest)
    },

    find(search: TableSearch, bytesMax?: number): PlacedText[] {
      const table = findTable(search.project_id, search.digest)
      if (!table) return []
      const { sql, params } = statementFor(table, search, ['digest', 'val', 'original_index'])
      return rowsWithin<PlacedText>(db.prepare(sql), params, bytesMax)
    },

    findPlaces(search: TableSearch): number[] {
      const table = findTable(search.project_id, search.digest)
      if (!table) return []
      const { sql, params } = statementFor(table, search, ['original_index'])
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

const ROW = 'r.digest, r.val, i.idx as original_index'

/** The list of positions is the outer loop, so that rows come in its order. */
const AT_PLACES = `from json_each(?) j cross join table_items i on i.table_id = ? and i.idx = j.value
  cross join table_rows r on r.id = i.row_id and r.val is not null`

function tableFinder(db: Database, findProject: ReturnType<typeof projectFinder>) {
  const select = db.prepare('select id, project, count from tables where project = ? and digest = ?')
  return (projectId: string, digest: string): FoundTable | undefined => {
    const project = findProject(projectId)
    return project === undefined ? undefined : select.get<FoundTable>(project, digest)
  }
}

/** `table_items` as `i`, with `table_rows` as `r`. */
function itemPlan(table: FoundTable, ...where: readonly Fragment[]): Plan {
  return {
    table: {
      ...tableOf({
        column: (name) => trusted(name === 'original_index' ? 'i.idx' : `r.${name}`),
        elements: ({ name }) => {
          throw new ServiceError('unsupported', `a row of a table has no ${name}`)
        },
      }),
      lookUp: (expression) => lookUpByDigest(table.project, expression),
    },
    from: () => trusted('table_items i cross join table_rows r on r.id = i.row_id and r.val is not null'),
    where: [fragment`i.table_id = ${BigInt(table.id)}`, ...where],
  }
}

/** Rows given by digest are looked up first; a table lists them by number. */
function lookUpByDigest(project: number, expression: Expression): Fragment | undefined {
  if (expression.kind !== 'in') return undefined
  const [operand, ...options] = expression.operands
  const isDigest =
    operand?.kind === 'field' && operand.field.kind === 'column' && operand.field.name === 'digest'
  if (!isDigest || options.length === 0) return undefined
  const digests = options.flatMap((option) => (option.kind === 'literal' ? [option.value] : []))
  const ids = fragment`select id from table_rows where project = ${BigInt(project)} and digest in (select value from json_each(${JSON.stringify(digests)}))`
  return fragment`i.row_id in (${ids})`
}
