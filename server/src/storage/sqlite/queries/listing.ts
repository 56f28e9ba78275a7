import { cursorOf, keyIn } from '../../port/list-cursor.ts'
import type { ListLimits, ListPage } from '../../port/pages.ts'
import type { Database, SqlValue } from '../database/driver.ts'
import type { projectFinder } from './names.ts'

/** A table or join, with an index in the order of its keys. */
interface Source {
  readonly columns: string
  readonly from: string
  /** The columns that identify a row, all included in `columns`. Within a project, the index starts with the project. */
  readonly key: readonly string[]
  readonly where?: string
  /** Qualified name of the project column, if `project` is ambiguous. */
  readonly project?: string
}

/** A source that is one table. */
export const tableSource = (from: string, columns: readonly string[], ...key: string[]): Source => ({
  columns: columns.join(', '),
  from,
  key,
})

/** Lists the rows of a project, each as `read` returns it; rows without a result are left out. */
export function listInProject<Row extends object, Listed = Row>(
  db: Database,
  findProject: ReturnType<typeof projectFinder>,
  source: Source,
  read: (row: Row) => Listed | undefined,
) {
  const { project: column = 'project', where = 'true' } = source
  const rowsAfter = keyset<Row>(db, { ...source, where: `${column} = ? and ${where}` })
  return (projectId: string, cursor: string | undefined, limits: ListLimits): ListPage<Listed> => {
    const project = findProject(projectId)
    if (project === undefined) return { rows: [], next: null }
    return pageOf(rowsAfter([project], cursor, limits.rowsMax), read, limits)
  }
}

/** Lists the rows of a table without projects. */
export function listAcrossProjects<Row extends object, Listed = Row>(
  db: Database,
  source: Source,
  read: (row: Row) => Listed,
) {
  const rowsAfter = keyset<Row>(db, source)
  return (cursor: string | undefined, limits: ListLimits): ListPage<Listed> =>
    pageOf(rowsAfter([], cursor, limits.rowsMax), read, limits)
}

export const asIs = <Row>(row: Row): Row => row

interface Found<Row> {
  readonly row: Row
  readonly cursor: string
}

/** Reads rows after the cursor, in the order of their keys. */
function keyset<Row extends object>(db: Database, { columns, from, key, where = 'true' }: Source) {
  const names = key.map((column) => column.slice(column.lastIndexOf('.') + 1))
  const order = key.join(', ')
  const sqlFor = (after: string) =>
    `select ${columns} from ${from} where ${where} and ${after} order by ${order} limit ?`
  const first = db.prepare(sqlFor('true'))
  const others = db.prepare(sqlFor(`(${order}) > (${key.map(() => '?').join(', ')})`))

  return function* (
    params: readonly SqlValue[],
    cursor: string | undefined,
    rowsMax: number,
  ): Generator<Found<Row>> {
    const after = cursor === undefined ? [] : keyIn(cursor, key.length)
    const statement = cursor === undefined ? first : others
    for (const row of statement.iterate<Row>(...params, ...after, rowsMax))
      yield { row, cursor: cursorOf(row, names) }
  }
}

function pageOf<Row, Listed>(
  found: Iterable<Found<Row>>,
  read: (row: Row) => Listed | undefined,
  { rowsMax, bytesMax }: ListLimits,
): ListPage<Listed> {
  const rows: Listed[] = []
  let bytes = 0
  let seen = 0
  let next: string | null = null
  for (const { row, cursor } of found) {
    const listed = read(row)
    bytes += sizeOf(listed)
    if (rows.length > 0 && bytes > bytesMax) return { rows, next }
    if (listed !== undefined) rows.push(listed)
    seen += 1
    next = cursor
  }
  return { rows, next: seen < rowsMax ? null : next }
}

/** Approximate size of a value in JSON. */
export function sizeOf(value: unknown): number {
  if (typeof value === 'string') return value.length
  if (value instanceof Uint8Array) return value.byteLength
  if (typeof value !== 'object' || value === null) return 8
  return Object.values(value).reduce((sum: number, part) => sum + sizeOf(part), 0)
}
