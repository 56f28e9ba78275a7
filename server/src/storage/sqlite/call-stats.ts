import type { CallStatsQuery, MeasuredCalls, MeasuredUsage } from '../../domain/calls/stats.ts'
import { type Fragment, sql, trusted } from '../../query/fragment.ts'
import { compileSelect, type Plan, type Select } from '../../query/select.ts'
import { callStatsSelect, spanUsageSelect, usageSelect } from '../port/stats-selects.ts'
import { USAGE_COLUMNS } from './call-parts.ts'
import { callPlan, withoutOps } from './call-search.ts'
import type { Database } from './driver.ts'

/** SQLite groups the rows: bringing each call into JavaScript takes five times as long. */
export function* measuredCalls(
  db: Database,
  project: number,
  query: CallStatsQuery,
): Generator<MeasuredCalls> {
  if (query.calls.length === 0) return
  const plan = callPlan(db, project, query, { mayBeAbandoned: true })
  const statement = compileSelect(callStatsSelect(withoutOps(query)), plan)
  const rows = db
    .prepare(statement.sql)
    .iterate<Omit<MeasuredCalls, 'tookMicros'> & { readonly took?: string }>(...statement.params)
  for (const { took = '[]', ...row } of rows) yield { ...row, tookMicros: JSON.parse(took) }
}

export function* measuredUsage(
  db: Database,
  project: number,
  query: CallStatsQuery,
): Generator<MeasuredUsage> {
  if (query.usage.length === 0 && !query.price_dates) return
  const planned = withoutOps(query)
  const plan = callPlan(db, project, query, { mayBeAbandoned: true })
  yield* reportedUsage(db, usageSelect(planned), plan)
  if (!query.filter.trace_roots_only) return
  const spans = callPlan(db, project, query, { index: 'calls_by_span', mayBeAbandoned: true })
  // The condition of the index, spelled as there: a parameter would not do.
  const where = [...spans.where, trusted('c.is_span = 1 and c.parent_id is not null')]
  yield* reportedUsage(db, spanUsageSelect(planned), { ...spans, where })
}

function reportedUsage(db: Database, select: Select, plan: Plan): Iterable<MeasuredUsage> {
  const { sql: text, params } = compileSelect(select, withUsage(plan))
  return db.prepare(text).iterate<MeasuredUsage>(...params)
}

const COLUMNS: ReadonlyMap<string, Fragment> = new Map([
  ...USAGE_COLUMNS.map((name) => [name, trusted(`u.${name}`)] as const),
  ['root_op_name', trusted(`(select n.name from op_names n where n.id = ${ofRoot('op')})`)],
  ['root_wb_user_id', trusted(ofRoot('wb_user_id'))],
  ['root_end_user', trusted(ofRoot('end_user'))],
])

/** A column of the root of the call's trace. Looks at 16 calls, so that a trace without a root costs no more than others. */
function ofRoot(column: string): string {
  const first = `select f.parent_id, f.${column} from calls f indexed by calls_by_trace
    where f.project = c.project and f.trace_id = c.trace_id and f.started_at is not null
    order by f.started_at, f.id limit 16`
  return `coalesce((select ${column} from (${first}) where parent_id is null limit 1), c.${column})`
}

/** Calls with their usage, `call_usage` as `u`, and what they need of the root of their trace. */
function withUsage({ table, from, ...plan }: Plan): Plan {
  return {
    ...plan,
    table: {
      ...table,
      stored: (field) => (field.kind === 'column' && COLUMNS.get(field.name)) || table.stored(field),
    },
    from: (aliases) => sql`${from(aliases)} cross join call_usage u on u.rid = c.rid`,
  }
}
