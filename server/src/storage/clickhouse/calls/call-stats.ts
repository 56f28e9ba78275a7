import type { UsageStanding } from '../../../domain/calls/counting.ts'
import type { MeasuredUsage } from '../../../domain/calls/priced-usage.ts'
import {
  type CallStats,
  CallStatsAggregation,
  type CallStatsQuery,
  type MeasuredCalls,
} from '../../../domain/calls/stats.ts'
import { wholeMs } from '../../../domain/calls/status.ts'
import { bucketOf } from '../../../domain/measures/time-buckets.ts'
import { apply, UNKNOWN } from '../../../query/build.ts'
import { compileCondition, compileValue } from '../../../query/compile.ts'
import type { Expression } from '../../../query/expression.ts'
import { aliasesIn, type Fragment, sql, trusted } from '../../../query/fragment.ts'
import { compileSelect } from '../../../query/select.ts'
import { named } from '../../port/selects.ts'
import { callStatsSelect, groupValue } from '../../port/stats-selects.ts'
import type { ClickHouse, QueryOptions } from '../connection/client.ts'
import { textList } from '../literals.ts'
import { batchesOf } from '../rows/batches.ts'
import { among, conjunctsOf, isInSql, type Searched } from './call-conditions.ts'
import { type CallFamilies, inTraces } from './call-family.ts'
import type { VisibleRecord } from './call-records.ts'
import type { CallSearches } from './call-search.ts'
import { allOf, callPlan, isSqlCondition } from './call-table.ts'
import { usageOf } from './stored-call.ts'

/** How many calls of a trace are searched for its root, as `CallStatsQuery` says. */
const ROOT_AMONG = 16
const TRACES_PER_READ = 10_000
const ROOTS_PER_READ = 1_000
/** About how many calls with usage are in memory at a time, with the verdicts on their traces. */
const REPORTERS_PER_READ = 20_000

const MEASURED_COLUMNS = [
  'trace_id',
  'parent_id',
  'started_at',
  'ended_at',
  'failed',
  'is_span',
  'usage',
  'has_usage',
] as const

type Measured = VisibleRecord<(typeof MEASURED_COLUMNS)[number]> & { readonly group: string | null }
type MeasuredRow = Measured['start'] & Pick<Measured, 'id' | 'group'>

/** Which calls of a search to read. */
interface Portion {
  /** Those that report usage. */
  readonly withUsage?: boolean
  /** A condition on `id`. */
  readonly restriction?: Fragment | undefined
}

/**
 * Statistics of calls. ClickHouse counts calls where it can answer the condition. Usage goes through the aggregators of
 * `domain/` call by call, because whether it counts depends on the other calls of the trace.
 */
export class CallStatistics {
  readonly #clickhouse: ClickHouse
  readonly #searches: CallSearches
  readonly #families: CallFamilies

  constructor(clickhouse: ClickHouse, searches: CallSearches, families: CallFamilies) {
    this.#clickhouse = clickhouse
    this.#searches = searches
    this.#families = families
  }

  async stats(query: CallStatsQuery, options: QueryOptions): Promise<CallStats> {
    const aggregation = new CallStatsAggregation(query)
    const isByModel = query.group_by === 'model'
    const wantsCalls = query.calls.length > 0
    const wantsUsage = query.usage.length > 0 || query.price_dates !== undefined
    const countsUsage = wantsUsage || (isByModel && !wantsCalls)
    if (isByModel || wantsUsage) {
      for await (const reporters of this.#reporters(query, options)) {
        for (const call of reporters) {
          if (countsUsage) for (const row of usageRows(call, isByModel)) aggregation.addUsage(row)
          if (isByModel && wantsCalls) for (const row of callsByModel(call)) aggregation.addCalls(row)
        }
      }
    }
    if (wantsCalls && !isByModel)
      for (const row of await this.#measuredCalls(query, options)) aggregation.addCalls(row)
    return aggregation.stats()
  }

  async #measuredCalls(query: CallStatsQuery, options: QueryOptions): Promise<MeasuredCalls[]> {
    const select = callStatsSelect(query)
    if (isInSql(select) && isValueInSql(groupValue(query))) {
      const statement = compileSelect(select, await this.#searches.plan(query, select, options))
      const rows = await this.#clickhouse.query<
        Omit<MeasuredCalls, 'tookMs'> & { readonly took?: readonly number[] }
      >(statement, options)
      return rows.map(({ took = [], ...row }) => ({ ...row, tookMs: took.map(wholeMs) }))
    }
    const sums = new CallSums(query)
    const search = searchOf(query, query.filter)
    for await (const calls of this.#calls(ownGroup(query), search, {}, options))
      for (const call of calls) sums.add(call)
    return sums.rows()
  }

  /** The calls whose usage counts, each in the group that its usage belongs to, as many at a time as may be in memory. */
  async *#reporters(query: CallStatsQuery, options: QueryOptions): AsyncGenerator<readonly Measured[]> {
    const { trace_roots_only = false, ...filter } = query.filter
    // Spans below a root count, because the root does not include their usage.
    const counted = ({ start }: Measured) =>
      !trace_roots_only || start.parent_id === null || start.is_span === 1
    const search = searchOf(query, filter)
    for (const restriction of await this.#portions(search, options)) {
      // All of them before they are judged, because ClickHouse stops a statement whose result is not read on.
      const reporters: Measured[] = []
      for await (const calls of this.#calls(
        ownGroup(query),
        search,
        { withUsage: true, restriction },
        options,
      ))
        for (const call of calls) if (counted(call)) reporters.push(call)
      yield await this.#counting(query, reporters, options)
    }
  }

  /**
   * Conditions on `id`, one for each portion of the calls that may be in memory at a time. The calls of a trace are in one, since they
   * are judged together.
   */
  async #portions(search: Searched, options: QueryOptions): Promise<(Fragment | undefined)[]> {
    const found = sql`project_id = ${search.project_id} and ${among(search)}`
    const [reporters] = await this.#clickhouse.query<{ n: number }>(
      sql`select count() as n from call_parts where ${found} and part = 'end' and has_usage = 1`,
      options,
    )
    const count = Math.ceil((reporters?.n ?? 0) / REPORTERS_PER_READ)
    if (count <= 1) return [undefined]
    // By the latest head: a call that was started again in another trace has several.
    return Array.from(
      { length: count },
      (_, at) => sql`id in (select id from call_heads where ${found} group by id
        having cityHash64(argMax(trace_id, version)) % ${BigInt(count)} = ${BigInt(at)})`,
    )
  }

  /** Those of the reporters whose usage counts. */
  async #counting(
    query: CallStatsQuery,
    reporters: readonly Measured[],
    options: QueryOptions,
  ): Promise<readonly Measured[]> {
    const { trace_roots_only = false } = query.filter
    const standings = await this.#families.standings(query.project_id, reporters, options)
    const counts: ReadonlySet<UsageStanding> = new Set(
      trace_roots_only ? ['counted'] : ['counted', 'in_parent'],
    )
    const counting = reporters.filter(({ id }) => {
      const standing = standings.get(id) ?? null
      return standing === null || counts.has(standing)
    })
    return trace_roots_only && query.group_by ? this.#inGroupsOfRoots(query, counting, options) : counting
  }

  /** The calls of a search with their groups. */
  async *#calls(
    group: Expression,
    search: Searched,
    { withUsage = false, restriction }: Portion,
    options: QueryOptions,
  ): AsyncGenerator<readonly Measured[]> {
    if (isInSql({ where: conjunctsOf(search) }) && isValueInSql(group)) {
      yield await this.#callsInSql(group, search, { withUsage, restriction }, options)
      return
    }
    const reporting = sql`id in (select id from call_parts
      where project_id = ${search.project_id} and part = 'end' and usage <> '')`
    const restrictions = [...(restriction ? [restriction] : []), ...(withUsage ? [reporting] : [])]
    const wanted = restrictions.length === 0 ? undefined : allOf(restrictions)
    const found = this.#searches.judgedCalls(search, MEASURED_COLUMNS, group, wanted, options)
    for await (const calls of found)
      yield calls.map(({ call, value }) => ({ ...call, group: value === null ? null : String(value) }))
  }

  /** The same if ClickHouse answers all conditions: a row per call, with narrow columns only. */
  async #callsInSql(
    group: Expression,
    search: Searched,
    { withUsage, restriction }: Portion,
    options: QueryOptions,
  ): Promise<Measured[]> {
    const where = conjunctsOf(search)
    const columns = [named('group', group)]
    const { table, from } = await this.#searches.plan(search, { where, columns }, options, restriction)
    const conditions = where.map((condition) => compileCondition(condition, table))
    if (withUsage) conditions.push(trusted("c.usage <> ''"))
    const value = compileValue(group, table)
    const names = new Set([...MEASURED_COLUMNS, ...aliasesIn(value, ...conditions)])
    const selected = trusted(['id', ...MEASURED_COLUMNS].map((name) => `c.${name} as ${name}`).join(', '))
    const rows = await this.#clickhouse.query<MeasuredRow>(
      sql`select ${selected}, ${value} as "group" from ${from(names)} where ${allOf(conditions)}`,
      options,
    )
    return rows.map(({ id, group: found, ...row }) => ({ id, group: found, start: row, end: row }))
  }

  /** The calls in the group of the root of their trace, if the root is among its first calls and has a group. */
  async #inGroupsOfRoots(
    query: CallStatsQuery,
    calls: readonly Measured[],
    options: QueryOptions,
  ): Promise<Measured[]> {
    const below = calls.filter(({ start }) => start.parent_id !== null)
    const rootOf = await this.#roots(
      query.project_id,
      new Set(below.map(({ start }) => start.trace_id)),
      options,
    )
    const groups = new Map<string, string | null>()
    for (const call_ids of batchesOf([...rootOf.values()], ROOTS_PER_READ)) {
      const search = { project_id: query.project_id, filter: { call_ids } }
      for await (const roots of this.#calls(ownGroup(query), search, {}, options))
        for (const { id, group } of roots) groups.set(id, group)
    }
    return calls.map((call) => {
      const root = call.start.parent_id === null ? undefined : rootOf.get(call.start.trace_id)
      return { ...call, group: (root === undefined ? undefined : groups.get(root)) ?? call.group }
    })
  }

  /** The id of the root of each trace, if it is among its first calls. */
  async #roots(
    projectId: string,
    traceIds: ReadonlySet<string>,
    options: QueryOptions,
  ): Promise<Map<string, string>> {
    const roots = new Map<string, string>()
    for (const batch of batchesOf([...traceIds], TRACES_PER_READ)) {
      const { from } = callPlan(projectId, inTraces(projectId, textList(batch)), new Set())
      const first = await this.#clickhouse.query<{ id: string; trace_id: string; parent_id: string | null }>(
        sql`select c.id as id, c.trace_id as trace_id, c.parent_id as parent_id
          from ${from(new Set(['trace_id', 'parent_id', 'started_at']))}
          where c.trace_id in ${textList(batch)}
          order by c.trace_id, c.started_at, c.id limit ${BigInt(ROOT_AMONG)} by c.trace_id`,
        options,
      )
      for (const { id, trace_id, parent_id } of first)
        if (parent_id === null && !roots.has(trace_id)) roots.set(trace_id, id)
    }
    return roots
  }
}

/** The group of a call by itself. Models are those of its usage. */
const ownGroup = (query: CallStatsQuery): Expression =>
  query.group_by === 'model' ? UNKNOWN : groupValue(query)

const isValueInSql = (value: Expression): boolean => isSqlCondition(apply('set', value))

/** The calls of a query in its range, by another filter. */
const searchOf = (query: CallStatsQuery, filter: CallStatsQuery['filter']): Searched => ({
  project_id: query.project_id,
  filter,
  condition: apply('and', ...callStatsSelect({ ...query, group_by: UNKNOWN, filter }).where),
})

function usageRows({ id, start, end, group }: Measured, isByModel: boolean): MeasuredUsage[] {
  return usageOf(id, end).map((usage) => ({
    ...usage,
    started_at: start.started_at,
    count: 1,
    group: isByModel ? usage.model : group,
    is_preferred: usage.preferred_cost !== null,
  }))
}

function callsByModel({ id, start, end }: Measured): MeasuredCalls[] {
  const { started_at } = start
  const endedAt = end?.ended_at ?? null
  const tookMs = endedAt === null ? [] : [wholeMs(endedAt - started_at)]
  return usageOf(id, end).map(({ model }) => ({
    started_at,
    failed: end?.failed ?? 0,
    count: 1,
    group: model,
    tookMs,
  }))
}

/** Calls with the same bucket, group and outcome. */
class CallSums {
  readonly #query: CallStatsQuery
  readonly #sums = new Map<
    string,
    { started_at: number; failed: boolean; count: number; group: string | null; tookMs: number[] }
  >()

  constructor(query: CallStatsQuery) {
    this.#query = query
  }

  add(call: Measured): void {
    const { started_at } = call.start
    const failed = call.end?.failed === 1
    const { group } = call
    const key = JSON.stringify([bucketOf(this.#query.edges, started_at), failed, group])
    const sum = this.#sums.get(key) ?? { started_at, failed, count: 0, group, tookMs: [] }
    this.#sums.set(key, sum)
    sum.started_at = Math.max(sum.started_at, started_at)
    sum.count += 1
    const endedAt = call.end?.ended_at ?? null
    if (endedAt !== null) sum.tookMs.push(wholeMs(endedAt - started_at))
  }

  rows(): MeasuredCalls[] {
    return [...this.#sums.values()]
  }
}
