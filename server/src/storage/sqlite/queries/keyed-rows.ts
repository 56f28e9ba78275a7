import { sql, trusted } from '../../../query/fragment.ts'
import { compileCount, compileSelect, type Plan } from '../../../query/select.ts'
import type { FeedbackSearch } from '../../port/feedback.ts'
import type { PriceSearch } from '../../port/prices.ts'
import type { QueueSearch } from '../../port/queues.ts'
import { recordSelect } from '../../port/selects.ts'
import type { Database, SqlValue } from '../database/driver.ts'
import { isWantedSql } from '../database/functions.ts'
import type { NameNumbers, projectFinder } from './names.ts'
import { recordTable } from './record-table.ts'
import { rowsWithin } from './rows-within.ts'

/** A table of rows with ids. */
interface KeyedTable<Column extends string> {
  readonly name: string
  /** The columns of the rows, without `project` and `seq`. */
  readonly columns: readonly Column[]
  /** The order of ties. */
  readonly order: string
}

type KeyedSearch = FeedbackSearch | PriceSearch | QueueSearch

/** Searches a table of rows with ids. */
export function keyedReads<Row extends object>(
  db: Database,
  findProject: ReturnType<typeof projectFinder>,
  { name, columns, order }: KeyedTable<string>,
) {
  return {
    find(search: KeyedSearch, bytesMax?: number): Row[] {
      const project = findProject(search.project_id)
      if (project === undefined) return []
      const plan = keyedPlan(name, project, search.project_id)
      const statement = compileSelect(recordSelect(search, columns), {
        ...plan,
        order: [trusted(order)],
      })
      return rowsWithin<Row>(db.prepare(statement.sql), statement.params, bytesMax)
    },

    count(search: KeyedSearch): number {
      const project = findProject(search.project_id)
      if (project === undefined) return 0
      const plan = keyedPlan(name, project, search.project_id)
      const statement = compileCount(recordSelect(search, []), plan)
      return db.prepare(statement.sql).get<{ n: number }>(...statement.params)?.n ?? 0
    },
  }
}

export function keyedPlan(table: string, project: number, projectId: string): Plan {
  return {
    table: recordTable(table, projectId),
    from: () => trusted(table),
    where: [sql`${trusted(table)}.project = ${BigInt(project)} and ${trusted(isWantedSql(`${table}.seq`))}`],
  }
}

/** Inserts rows, replacing those with the same id. */
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
