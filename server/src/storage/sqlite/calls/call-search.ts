import { type CallFilter, opCondition } from '../../../domain/calls/filter.ts'
import type { Table } from '../../../query/compile.ts'
import { type Fragment, joined, sql, trusted } from '../../../query/fragment.ts'
import type { Plan } from '../../../query/select.ts'
import type { CallSearch } from '../../port/calls.ts'
import type { Database } from '../database/driver.ts'
import { isWantedSql } from '../database/functions.ts'
import { SQLITE } from '../queries/dialect.ts'
import { matchingOps } from '../queries/op-lookup.ts'
import { lookUpByRef } from '../queries/ref-lookup.ts'
import { callTable } from './call-table.ts'

type Searched = Pick<CallSearch, 'project_id' | 'filter' | 'condition'> & Partial<Pick<CallSearch, 'sort'>>

interface PlanOptions {
  /** By default the index that suits the filter. */
  readonly index?: string
  /** Rows to search instead of an index, with `calls` as `c`. */
  readonly rows?: Fragment
  /** Whether to check now and then that the answer is still wanted, which takes as long as to walk an index. */
  readonly mayBeAbandoned?: boolean
}

/** How to find the calls of a search. The search must be lowered without its ops: see `withoutOps`. */
export function callPlan(
  db: Database,
  project: number,
  search: Searched,
  { index = bestIndex(search.filter), rows, mayBeAbandoned = !followsIndex(search) }: PlanOptions = {},
): Plan {
  const { op_names } = search.filter
  return {
    table: tableFor(project, search, rows),
    from: (aliases) =>
      joined(
        [
          rows ?? trusted(`calls c indexed by ${index}`),
          ...(aliases.has('s') ? [trusted('left join call_starts s on s.rid = c.rid')] : []),
          ...(aliases.has('e') ? [trusted('left join call_ends e on e.rid = c.rid')] : []),
          ...(aliases.has('k') ? [trusted('left join call_slots k on k.rid = c.rid')] : []),
        ],
        ' ',
      ),
    where: [
      sql`c.project = ${BigInt(project)} and c.started_at is not null`,
      ...(mayBeAbandoned ? [IS_WANTED] : []),
      ...(op_names ? [isOneOfOps(matchingOps(db, project, opCondition(op_names)))] : []),
    ],
  }
}

/** Ops are looked up before the search, so that calls are found by the numbers of their ops. */
export function withoutOps<Search extends Pick<CallSearch, 'filter'>>(search: Search): Search {
  const { op_names, ...filter } = search.filter
  return { ...search, filter }
}

/** Every index of calls is in the order of their start, so such a search ends with its page. */
export function followsIndex({ condition, sort = [] }: Pick<Searched, 'condition' | 'sort'>): boolean {
  return !condition && sort.every(({ field }) => field.kind === 'column' && field.name === 'started_at')
}

/** Whether an index returns matches in the order of the search, so that a later page can start where the last one ended. */
export function isInOrder(db: Database, project: number, { filter, sort }: CallSearch): boolean {
  if (filter.call_ids || sort.length > 1) return false
  if (sort.some(({ field }) => field.kind !== 'column' || field.name !== 'started_at')) return false
  const leading = filter.parent_ids ?? filter.trace_ids ?? filter.thread_ids
  if (leading) return leading.length === 1
  return !filter.op_names || matchingOps(db, project, opCondition(filter.op_names)).length === 1
}

const IS_WANTED = trusted(isWantedSql('c.rid'))

/** Where few calls are named, looking up all ops or refs takes longer than reading those of the calls. */
function tableFor(project: number, { project_id, filter }: Searched, rows: Fragment | undefined): Table {
  const table = callTable(project_id)
  const { lookUp, ...plain } = table
  if (rows || filter.call_ids || filter.trace_ids || filter.parent_ids) return plain
  return { ...table, lookUp: (expression) => lookUpByRef(project, expression) ?? lookUp?.(expression) }
}

/**
 * Without statistics the planner likes the time index even for one trace; the narrowest filter
 * decides better. All of these hold visible calls only, in the order of their start.
 */
function bestIndex(filter: CallFilter): string {
  // An empty list matches nothing by any index, and does not imply the conditions of partial ones.
  if (filter.call_ids?.length) return 'calls_by_id'
  if (filter.parent_ids?.length) return 'calls_by_parent'
  if (filter.trace_ids?.length) return 'calls_by_trace'
  if (filter.thread_ids?.length) return 'calls_by_thread'
  if (filter.op_names) return 'calls_by_op'
  if (filter.trace_roots_only) return 'calls_by_root'
  return 'calls_by_time'
}

function isOneOfOps(ops: readonly number[]): Fragment {
  const numbers = ops.map((op) => sql`${BigInt(op)}`)
  return numbers.length === 0 ? SQLITE.never : SQLITE.oneOf(trusted('c.op'), numbers)
}
