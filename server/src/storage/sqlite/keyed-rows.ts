import { compileCondition, compileSort, type Dialect } from '../../query/sql.ts'
import type { FeedbackSearch } from '../port/feedback.ts'
import type { PriceSearch } from '../port/prices.ts'
import type { QueueSearch } from '../port/queues.ts'
import type { Database, SqlValue } from './driver.ts'
import { isWantedSql } from './functions.ts'
import type { NameNumbers, projectFinder } from './names.ts'
import { rowsWithin } from './rows-within.ts'

/** A table of rows with ids of their own. */
interface KeyedTable<Column extends string> {
  readonly name: string
  /** All columns that rows carry; `project` and `seq` are the table's own. */
  readonly columns: readonly Column[]
  /** The order of rows that are equal in all sort keys. */
  readonly order: string
}

type KeyedSearch = FeedbackSearch | PriceSearch | QueueSearch

/** Searches of such a table, by conditions and orders that its dialect can say. */
export function keyedReads<Row extends object>(
  db: Database,
  findProject: ReturnType<typeof projectFinder>,
  table: KeyedTable<string>,
  dialectOf: (projectId: string) => Dialect,
) {
  return {
    find(search: KeyedSearch, bytesMax?: number): Row[] {
      const project = findProject(search.project_id)
      if (project === undefined) return []
      const { from, params } = matching(table.name, search, project, dialectOf)
      const sort = compileSort(search.sort, dialectOf(search.project_id))
      const order = [sort.sql, table.order].filter(Boolean).join(', ')
      const page = [search.limit ?? -1, search.offset ?? 0]
      const sql = `select ${table.columns.join(', ')} from ${from} order by ${order} limit ? offset ?`
      return rowsWithin<Row>(db.prepare(sql), [...params, ...sort.params, ...page], bytesMax)
    },

    count(search: KeyedSearch): number {
      const project = findProject(search.project_id)
      if (project === undefined) return 0
      const { from, params } = matching(table.name, search, project, dialectOf)
      return db.prepare(`select count(*) as n from ${from}`).get<{ n: number }>(...params)?.n ?? 0
    },
  }
}

/** What stands after `from` for the rows of a project that match. */
export function matching(
  table: string,
  { project_id, condition }: Pick<KeyedSearch, 'project_id' | 'condition'>,
  project: number,
  dialectOf: (projectId: string) => Dialect,
): { from: string; params: SqlValue[] } {
  const { sql, params } = condition
    ? compileCondition(condition, dialectOf(project_id))
    : { sql: 'true', params: [] }
  return {
    from: `${table} where project = ? and ${isWantedSql('seq')} and (${sql})`,
    params: [project, ...params],
  }
}

/** A row of a known id takes the place of the old one. */
export function keyedWrites<Column extends string>(
  db: Database,
  names: NameNumbers,
  { name, columns }: KeyedTable<Column>,
) {
  const upsert = db.prepare(`
    insert into ${name} (project, ${columns.join(', ')}) values (?${', ?'.repeat(columns.length)})
    on conflict (project, id) do update set ${columns.map((column) => `${column} = excluded.${column}`).join(', ')}`)
  const remove = db.prepare(`delete from ${name} where project = ? and id = ?`)

  return {
    put(projectId: string, row: Readonly<Record<Column, SqlValue>>): void {
      upsert.run(names.project(projectId), ...columns.map((column) => row[column]))
    },
    purge(projectId: string, ids: readonly string[]): void {
      const project = names.project(projectId)
      for (const id of ids) remove.run(project, id)
    },
  }
}
