import type { Database } from '../database/driver.ts'
import { enclosingColumn } from './column-names.ts'
import { leaveOut } from './segment-columns.ts'

/** Paths of a project that have columns, so that keys made by users do not fill the table. */
const PATHS_MAX = 1_000

/** Stores the columns of segments. For the writer alone. */
export function columnWrites(db: Database) {
  const selectName = db.prepare('select id from column_names where project = ? and name = ?')
  const insertName = db.prepare('insert into column_names (project, name) values (?, ?) returning id')
  const countNames = db.prepare('select count(*) as n from column_names where project = ?')
  const insert = db.prepare(
    'insert into call_columns (project, column_id, segment, data) values (?, ?, ?, ?)',
  )
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
        const room = PATHS_MAX - Number(countNames.get(project)?.n ?? 0)
        const paths = fresh.filter((name) => enclosingColumn(name) !== undefined)
        leaveOut(columns, paths.slice(Math.max(room, 0)))
      }
      for (const [name, data] of columns) {
        const id = ids.get(name) ?? insertName.get<{ id: number }>(project, name)?.id
        if (id === undefined) throw new Error('SQLite returned no row for an insert')
        insert.run(project, id, segment, data)
      }
    },

    /** Deletes the columns of a segment. */
    remove(project: number, segment: number): void {
      remove.run(project, segment, project)
    },
  }
}
