import {
  type CallGroup,
  type CallStatsQuery,
  type MeasuredCalls,
  type MeasuredUsage,
  wantsLatencies,
  wantsSumsAlone,
} from '../../domain/calls/stats.ts'
import { USAGE_COUNTERS } from './call-parts.ts'
import { type SearchSql, searchSql } from './call-search.ts'
import type { Database } from './driver.ts'

/** Rows are gathered by SQLite: to bring each call into JavaScript takes five times as long. */
export function* measuredCalls(
  db: Database,
  project: number,
  query: CallStatsQuery,
): Generator<MeasuredCalls> {
  if (query.calls.length === 0) return
  const { from, where, params } = searchSql(db, project, { ...query, sort: [] }, { mayBeAbandoned: true })
  const took = wantsLatencies(query)
    ? 'json_group_array(c.ended_at - c.started_at) filter (where c.ended_at is not null)'
    : "'[]'"
  const sql = `select min(c.started_at) as started_at, c.failed, ${groupSql(query)} as "group",
      count(*) as count, ${took} as took
    from ${from} where ${where} and ${IN_RANGE} group by ${SLOT}, c.failed, "group"`
  const rows = db
    .prepare(sql)
    .iterate<Omit<MeasuredCalls, 'tookMicros'> & { readonly took: string }>(
      ...params,
      query.start,
      query.end,
      ...slots(query),
    )
  for (const { took, ...row } of rows) yield { ...row, tookMicros: JSON.parse(took) }
}

/** Spans below a root report usage of their own, which no client has added up into the root's. */
export function* measuredUsage(
  db: Database,
  project: number,
  query: CallStatsQuery,
): Generator<MeasuredUsage> {
  if (query.usage.length === 0) return
  yield* reportedUsage(db, query, searchSql(db, project, { ...query, sort: [] }, { mayBeAbandoned: true }))
  const { trace_roots_only, ...filter } = query.filter
  if (!trace_roots_only) return
  const spans = searchSql(
    db,
    project,
    { ...query, filter, sort: [] },
    { index: 'calls_by_span', mayBeAbandoned: true },
  )
  const where = `${spans.where} and c.is_span = 1 and c.parent_id is not null`
  yield* reportedUsage(db, query, { ...spans, where })
}

function reportedUsage(
  db: Database,
  query: CallStatsQuery,
  { from, where, params }: SearchSql,
): Iterable<MeasuredUsage> {
  const isSummed = wantsSumsAlone(query)
  const counters = USAGE_COUNTERS.map((counter) =>
    isSummed ? `total(u.${counter}) as ${counter}` : `u.${counter}`,
  ).join(', ')
  const sql = `select ${isSummed ? 'min(c.started_at)' : 'c.started_at'} as started_at, u.model, ${counters},
      ${isSummed ? 'count(*)' : 1} as count, ${groupSql(query)} as "group"
    from ${from} cross join call_usage u on u.rid = c.rid
    where ${where} and ${IN_RANGE}
    ${isSummed ? `group by ${SLOT}, u.model, "group"` : ''}`
  return db
    .prepare(sql)
    .iterate<MeasuredUsage>(...params, query.start, query.end, ...(isSummed ? slots(query) : []))
}

const GROUPS: Record<CallGroup, string> = {
  trace_name: '(select name from op_names where id = c.op)',
  wb_user_id: 'c.wb_user_id',
}

const groupSql = ({ group_by }: CallStatsQuery) => (group_by ? GROUPS[group_by] : 'null')

const IN_RANGE = 'c.started_at >= ? and c.started_at < ?'
/** Which of the equal stretches that begin at the first edge a call starts in. */
const SLOT = '(c.started_at - ?) / ?'

/**
 * Buckets may differ in width, where clocks are put forward and back: each is made of whole slots. A
 * number is bound as a real, by which SQLite would divide without rounding down.
 */
function slots({ edges, start }: CallStatsQuery): [first: bigint, width: bigint] {
  const first = edges[0] ?? start
  const width = edges.reduce((common, edge) => greatestCommonDivisor(common, edge - first), 0)
  // A single bucket is a single slot.
  return [BigInt(first), BigInt(width || Number.MAX_SAFE_INTEGER)]
}

function greatestCommonDivisor(a: number, b: number): number {
  return b === 0 ? a : greatestCommonDivisor(b, a % b)
}
