import type { CallFilter, TextMatch } from '../../domain/calls/filter.ts'
import { balanced, type Fragment, sql, trusted } from '../../query/fragment.ts'
import { compileCondition, compileSort, type Dialect } from '../../query/sql.ts'
import type { CallSearch } from '../port/calls.ts'
import { callDialect } from './call-dialect.ts'
import type { Database, SqlValue } from './driver.ts'
import { isWantedSql } from './functions.ts'

/** A search as SQL: what stands after `from`, `where` (with its parameters) and `order by`. */
export interface SearchSql {
  readonly from: string
  readonly where: string
  readonly params: readonly SqlValue[]
  readonly order: string
  readonly orderParams: readonly SqlValue[]
}

interface Clause {
  readonly sql: string
  readonly params: readonly SqlValue[]
}

interface SearchOptions {
  /** Finds by the index that suits the filter, unless it is told another. */
  readonly index?: string
  /** Asks now and then whether the answer is still wanted. It takes as long as to walk an index. */
  readonly mayBeAbandoned?: boolean
}

export function searchSql(
  db: Database,
  project: number,
  search: CallSearch,
  { index = bestIndex(search.filter), mayBeAbandoned = !followsIndex(search) }: SearchOptions = {},
): SearchSql {
  const dialect = dialectFor(search)
  const condition = search.condition && compileCondition(search.condition, dialect)
  const sort = compileSort(search.sort, dialect)
  const clauses = filterClauses(db, project, search.filter)
  if (condition) clauses.push(condition)

  const joins = new Set([...(condition?.uses ?? []), ...sort.uses])
  const from = [
    `calls c indexed by ${index}`,
    joins.has('s') ? 'left join call_starts s on s.rid = c.rid' : '',
    joins.has('e') ? 'left join call_ends e on e.rid = c.rid' : '',
  ]
  const visible = `c.project = ? and c.started_at is not null${mayBeAbandoned ? ` and ${IS_WANTED}` : ''}`
  return {
    from: from.filter(Boolean).join(' '),
    where: [visible, ...clauses.map((clause) => `(${clause.sql})`)].join(' and '),
    params: [project, ...clauses.flatMap((clause) => clause.params)],
    order: totalOrder(search, sort.sql),
    orderParams: sort.params,
  }
}

/** Where few calls are named, to ask all ops takes longer than to ask those of the calls. */
function dialectFor({ project_id, filter }: CallSearch): Dialect {
  const dialect = callDialect(project_id)
  if (!filter.call_ids && !filter.trace_ids && !filter.parent_ids) return dialect
  const { lookUp: _, ...plain } = dialect
  return plain
}

/** Every index of calls is in the order of their start, so such a search ends with its page. */
export function followsIndex({ condition, sort }: Pick<CallSearch, 'condition' | 'sort'>): boolean {
  return !condition && sort.every(({ field }) => field.kind === 'column' && field.name === 'started_at')
}

/** Whether an index serves matches in the order of the search, so that a later page can be entered where the last one ended. */
export function isInOrder(db: Database, project: number, { filter, sort }: CallSearch): boolean {
  if (filter.call_ids || sort.length > 1) return false
  if (sort.some(({ field }) => field.kind !== 'column' || field.name !== 'started_at')) return false
  const leading = filter.parent_ids ?? filter.trace_ids ?? filter.thread_ids
  if (leading) return leading.length === 1
  return !filter.op_names || matchingOps(db, project, filter.op_names).length === 1
}

const IS_WANTED = isWantedSql('c.rid')

/** What leaves out all up to a place, so that the index is entered right behind it. */
export function afterClause({ after, sort }: CallSearch): Clause {
  if (!after) return { sql: '', params: [] }
  const comparison = sort[0]?.direction === 'desc' ? '<' : '>'
  return { sql: `and (c.started_at, c.id) ${comparison} (?, ?)`, params: [after.started_at, after.id] }
}

/**
 * Without statistics the planner likes the time index even for one trace; the narrowest filter
 * decides better. All of these hold visible calls only, in the order of their start.
 */
function bestIndex(filter: CallFilter): string {
  if (filter.call_ids) return 'calls_by_id'
  if (filter.parent_ids) return 'calls_by_parent'
  if (filter.trace_ids) return 'calls_by_trace'
  if (filter.thread_ids) return 'calls_by_thread'
  if (filter.op_names) return 'calls_by_op'
  if (filter.trace_roots_only) return 'calls_by_root'
  return 'calls_by_time'
}

function filterClauses(db: Database, project: number, filter: CallFilter): Clause[] {
  const clauses: Clause[] = []
  const oneOf = (column: string, values: readonly string[] | undefined) => {
    if (values) clauses.push(oneOfClause(column, values))
  }
  oneOf('c.id', filter.call_ids)
  oneOf('c.parent_id', filter.parent_ids)
  oneOf('c.trace_id', filter.trace_ids)
  oneOf('c.thread_id', filter.thread_ids)
  oneOf('c.turn_id', filter.turn_ids)
  oneOf('c.wb_user_id', filter.wb_user_ids)
  oneOf('c.wb_run_id', filter.wb_run_ids)
  if (filter.trace_roots_only) clauses.push({ sql: 'c.parent_id is null', params: [] })
  if (filter.op_names) clauses.push(opClause(db, project, filter.op_names))
  if (filter.input_refs) clauses.push(refClause(project, 0, filter.input_refs))
  if (filter.output_refs) clauses.push(refClause(project, 1, filter.output_refs))
  return clauses
}

/** With a single value the index serves the order as well. */
function oneOfClause(column: string, values: readonly SqlValue[]): Clause {
  if (values.length === 1) return { sql: `${column} = ?`, params: values }
  return { sql: `${column} in (select value from json_each(?))`, params: [JSON.stringify(values)] }
}

/** Ops are looked up first, so that calls are found by number. */
function opClause(db: Database, project: number, matches: readonly TextMatch[]): Clause {
  return oneOfClause('c.op', matchingOps(db, project, matches))
}

function matchingOps(db: Database, project: number, matches: readonly TextMatch[]): number[] {
  const names = anyMatch(trusted('name'), matches)
  return db
    .prepare(`select id from op_names where project = ? and (${names.sql})`)
    .all<{ id: number }>(project, ...names.params)
    .map(({ id }) => id)
}

function refClause(project: number, side: number, matches: readonly TextMatch[]): Clause {
  const refs = anyMatch(trusted('ref'), matches)
  return {
    sql: `c.rid in (select rid from call_refs where project = ? and side = ? and (${refs.sql}))`,
    params: [project, side, ...refs.params],
  }
}

/** A prefix is the range from itself to itself followed by the last code point there is. */
function anyMatch(column: Fragment, matches: readonly TextMatch[]): Clause {
  const conditions = matches.map((match) => {
    if ('equals' in match) return sql`${column} = ${match.equals}`
    const { startsWith } = match
    return sql`(${column} >= ${startsWith} and ${column} < ${`${startsWith}\u{10FFFF}`})`
  })
  return balanced(conditions, 'or')
}

/** Ids break ties, so that pages neither overlap nor leave gaps. */
function totalOrder(search: CallSearch, sql: string): string {
  const last = search.sort.at(-1)
  if (!last) return 'c.started_at, c.id'
  const isColumn = (name: string) =>
    search.sort.some(({ field }) => field.kind === 'column' && field.name === name)
  if (isColumn('id')) return sql
  const byStart = last.field.kind === 'column' && last.field.name === 'started_at'
  return `${sql}, c.id ${byStart ? last.direction : 'desc'}`
}
