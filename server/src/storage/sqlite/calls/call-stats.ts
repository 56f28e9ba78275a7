import type { MeasuredUsage } from '../../../domain/calls/priced-usage.ts'
import type { CallStatsQuery, MeasuredCalls } from '../../../domain/calls/stats.ts'
import { wholeMs } from '../../../domain/calls/status.ts'
import { UNKNOWN } from '../../../query/build.ts'
import { compileValue } from '../../../query/compile.ts'
import { aliasesIn, type Fragment, sql, trusted } from '../../../query/fragment.ts'
import { compileSelect, type Plan, type Select } from '../../../query/select.ts'
import {
  callStatsSelect,
  groupValue,
  ROOT_GROUP,
  spanStatsSelect,
  spanUsageSelect,
  usageSelect,
} from '../../port/stats-selects.ts'
import type { Database } from '../database/driver.ts'
import { USAGE_COLUMNS } from './call-parts.ts'
import { callPlan, withoutOps } from './call-search.ts'

/** SQLite groups the rows: bringing each call into JavaScript takes five times as long. */
export function* measuredCalls(
  db: Database,
  project: number,
  query: CallStatsQuery,
): Generator<MeasuredCalls> {
  if (query.calls.length === 0) return
  const planned = withoutOps(query)
  const plan = callPlan(db, project, query, { mayBeAbandoned: true })
  if (query.group_by !== 'model') {
    yield* measuredRows(db, callStatsSelect(planned), plan)
    return
  }
  yield* measuredRows(db, callStatsSelect(planned), withUsage(plan))
  if (query.filter.trace_roots_only)
    yield* measuredRows(db, spanStatsSelect(planned), withUsage(spanPlan(db, project, query)))
}

function* measuredRows(db: Database, select: Select, plan: Plan): Generator<MeasuredCalls> {
  const { sql: text, params } = compileSelect(select, plan)
  for (const row of db.prepare(text).iterate<MeasuredRow>(...params)) yield measured(row)
}

/** A row of `callStatsSelect`. */
export type MeasuredRow = Omit<MeasuredCalls, 'tookMs'> & { readonly took?: string }

export function measured({ took = '[]', ...row }: MeasuredRow): MeasuredCalls {
  const tookMicros: number[] = JSON.parse(took)
  return { ...row, tookMs: tookMicros.map(wholeMs) }
}

export function* measuredUsage(
  db: Database,
  project: number,
  query: CallStatsQuery,
): Generator<MeasuredUsage> {
  const planned = withoutOps(query)
  const plan = callPlan(db, project, query, { mayBeAbandoned: true })
  yield* reportedUsage(db, usageSelect(planned), withUsage(plan))
}

/** Usage of spans below roots, which counts for the root. */
export function* measuredSpanUsage(
  db: Database,
  project: number,
  query: CallStatsQuery,
): Generator<MeasuredUsage> {
  const planned = withoutOps(query)
  const spans = spanPlan(db, project, query)
  const rootGroup = rootGroupSql(db, project, query, spans)
  yield* reportedUsage(db, spanUsageSelect(planned), withUsage(spans, [[ROOT_GROUP, rootGroup]]))
}

function reportedUsage(db: Database, select: Select, plan: Plan): Iterable<MeasuredUsage> {
  const { sql: text, params } = compileSelect(select, plan)
  return db.prepare(text).iterate<MeasuredUsage>(...params)
}

/** Spans below a root, by their own index. */
function spanPlan(db: Database, project: number, query: CallStatsQuery): Plan {
  const plan = callPlan(db, project, query, { index: 'calls_by_span', mayBeAbandoned: true })
  // The condition of the index, spelled as there: a parameter would not do.
  return { ...plan, where: [...plan.where, trusted('c.is_span = 1 and c.parent_id is not null')] }
}

/** The root of the trace of `c`. Looks at 16 calls, so that a trace without a root costs no more than others. */
const ROOT = `(select rid from (select f.rid, f.parent_id from calls f indexed by calls_by_trace
    where f.project = c.project and f.trace_id = c.trace_id and f.started_at is not null
    order by f.started_at, f.id limit 16) where parent_id is null limit 1)`

/** The group of the root, as which `c` is read in a select of its own; else that of the call. */
function rootGroupSql(db: Database, project: number, query: CallStatsQuery, { table }: Plan): Fragment {
  const group = groupValue(query)
  if (group === UNKNOWN || query.group_by === 'model') return trusted('null')
  const rows = trusted(`${ROOT} r cross join calls c on c.rid = r.rid`)
  const root = callPlan(db, project, { project_id: query.project_id, filter: {} }, { rows })
  const ofRoot = compileValue(group, root.table)
  return sql`coalesce((select ${ofRoot} from ${root.from(aliasesIn(ofRoot))}), ${compileValue(group, table)})`
}

const USAGE: readonly (readonly [string, Fragment])[] = USAGE_COLUMNS.map((name) => [
  name,
  trusted(`u.${name}`),
])

/** Calls with their usage, `call_usage` as `u`, and other columns. */
export function withUsage({ table, from, ...plan }: Plan, others: typeof USAGE = []): Plan {
  const columns = new Map([...USAGE, ...others])
  return {
    ...plan,
    table: {
      ...table,
      stored: (field) => (field.kind === 'column' && columns.get(field.name)) || table.stored(field),
    },
    from: (aliases) => sql`${from(aliases)} cross join call_usage u on u.rid = c.rid`,
  }
}
