import type { CallStatsQuery, MeasuredCalls, MeasuredUsage } from '../../domain/calls/stats.ts'
import { sql, trusted } from '../../query/fragment.ts'
import { compileSelect, type Plan, type Select } from '../../query/select.ts'
import { callStatsSelect, spanUsageSelect, usageSelect } from '../port/selects.ts'
import { USAGE_COUNTERS } from './call-parts.ts'
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
  if (query.usage.length === 0) return
  const planned = withoutOps(query)
  const plan = callPlan(db, project, query, { mayBeAbandoned: true })
  yield* reportedUsage(db, usageSelect(planned, USAGE_COUNTERS), plan)
  if (!query.filter.trace_roots_only) return
  const spans = callPlan(db, project, query, { index: 'calls_by_span', mayBeAbandoned: true })
  // The condition of the index, spelled as there: a parameter would not do.
  const where = [...spans.where, trusted('c.is_span = 1 and c.parent_id is not null')]
  yield* reportedUsage(db, spanUsageSelect(planned, USAGE_COUNTERS), { ...spans, where })
}

function reportedUsage(db: Database, select: Select, plan: Plan): Iterable<MeasuredUsage> {
  const { sql: text, params } = compileSelect(select, withUsage(plan))
  return db.prepare(text).iterate<MeasuredUsage>(...params)
}

const USAGE_COLUMNS: ReadonlySet<string> = new Set(['model', ...USAGE_COUNTERS])

/** Calls with their usage: `call_usage` as `u`. */
function withUsage({ table, from, ...plan }: Plan): Plan {
  return {
    ...plan,
    table: {
      ...table,
      stored: (field) =>
        field.kind === 'column' && USAGE_COLUMNS.has(field.name)
          ? trusted(`u.${field.name}`)
          : table.stored(field),
    },
    from: (aliases) => sql`${from(aliases)} cross join call_usage u on u.rid = c.rid`,
  }
}
