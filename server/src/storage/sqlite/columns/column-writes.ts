import type { Database } from '../database/driver.ts'
import { decodeColumn, MISSING } from './column.ts'
import { enclosingColumn } from './column-names.ts'
import { leaveOut } from './segment-columns.ts'

/** Paths of a project that have columns, so that keys made by users do not fill the table. */
const PATHS_MAX = 1_000
/** How many of these are only for paths that a fair share of a segment's calls have, whatever keys users have made before. */
const PATHS_RESERVED = PATHS_MAX / 2
/** One in so many calls is a fair share. */
const CALLS_PER_USE_MAX = 100

/** Whether no segment has it any more. */
const IS_UNUSED =
  'not exists (select 1 from call_columns c where c.project = n.project and c.column_id = n.id)'
const NEWEST = '(select max(id) from column_names)'

/** Stores the columns of segments. For the writer alone. */
export function columnWrites(db: Database) {
  const selectName = db.prepare('select id from column_names where project = ? and name = ?')
  const insertName = db.prepare('insert into column_names (project, name) values (?, ?) returning id')
  const countNames = db.prepare('select count(*) as n from column_names where project = ?')
  const insert = db.prepare(
    'insert into call_columns (project, column_id, segment, data) values (?, ?, ?, ?)',
  )
  // Readers keep what they know of a column by its number, so the newest one stays, without its name, lest its number be given out again.
  const forgetUnused = [
    `delete from column_names as n where n.project = ? and n.id < ${NEWEST} and ${IS_UNUSED}`,
    `update column_names as n set name = '' where n.project = ? and n.id = ${NEWEST} and ${IS_UNUSED}`,
  ].map((statement) => db.prepare(statement))
  const remove = db.prepare(`delete from call_columns where project = ? and segment = ?
    and column_id in (select id from column_names where project = ?)`)

  const idOf = (project: number, name: string): number | undefined =>
    selectName.get<{ id: number }>(project, name)?.id

  return {
    /** Beyond the limit of the project, paths that no segment had before are left out of `columns`. */
    put(project: number, segment: number, columns: Map<string, Uint8Array>): void {
      const ids = new Map([...columns.keys()].map((name) => [name, idOf(project, name)]))
      const fresh = [...ids].flatMap(([name, id]) => (id === undefined ? [name] : []))
      if (fresh.length > 0) {
        const room = Math.max(PATHS_MAX - Number(countNames.get(project)?.n ?? 0), 0)
        leaveOut(columns, withoutRoom(columns, fresh, room))
      }
      for (const [name, data] of columns) {
        const id = ids.get(name) ?? insertName.get<{ id: number }>(project, name)?.id
        if (id === undefined) throw new Error('SQLite returned no row for an insert')
        insert.run(project, id, segment, data)
      }
    },

    /** Deletes the columns of a segment, and the names that no other one has. */
    remove(project: number, segment: number): void {
      remove.run(project, segment, project)
      for (const forget of forgetUnused) forget.run(project)
    },
  }
}

/** The paths among new columns for which there is no room. */
function withoutRoom(
  columns: ReadonlyMap<string, Uint8Array>,
  fresh: readonly string[],
  room: number,
): string[] {
  const [usual, rare]: [string[], string[]] = [[], []]
  for (const name of fresh) {
    const data = columns.get(name)
    if (data && enclosingColumn(name) !== undefined) (isUsual(data) ? usual : rare).push(name)
  }
  const roomForRare = Math.max(room - usual.length - PATHS_RESERVED, 0)
  return [...usual.slice(room), ...rare.slice(roomForRare)]
}

function isUsual(data: Uint8Array): boolean {
  const column = decodeColumn(data)
  const values = Array.from(column.kind === 'codes' ? column.codes : column.values)
  const isUse = (value: number) => (column.kind === 'codes' ? value !== MISSING : !Number.isNaN(value))
  return values.filter(isUse).length * CALLS_PER_USE_MAX >= values.length
}
