import type { UsageStanding } from '../../../domain/calls/counting.ts'
import {
  aggregateCallStats,
  type CallGroup,
  type CallStats,
  type CallStatsQuery,
  type MeasuredCalls,
  type MeasuredUsage,
} from '../../../domain/calls/stats.ts'
import { bucketOf } from '../../../domain/measures/time-buckets.ts'
import { compileCondition } from '../../../query/compile.ts'
import type { Expression } from '../../../query/expression.ts'
import { aliasesIn, sql, trusted } from '../../../query/fragment.ts'
import { compileSelect } from '../../../query/select.ts'
import { callStatsSelect } from '../../port/stats-selects.ts'
import type { ClickHouse, QueryOptions } from '../client.ts'
import { textList } from '../literals.ts'
import { isInSql, type Searched } from './call-conditions.ts'
import { batchesOf, type CallFamilies, inTraces } from './call-family.ts'
import { usageOf } from './call-reads.ts'
import type { VisibleRecord } from './call-records.ts'
import type { CallSearches } from './call-search.ts'
import { allOf, callPlan } from './call-table.ts'

/** How many calls of a trace are searched for its root, as `CallStatsQuery` says. */
const ROOT_AMONG = 16
const TRACES_PER_READ = 10_000

const GROUP_COLUMNS = {
  trace_name: 'op_name',
  wb_user_id: 'wb_user_id',
  end_user: 'end_user',
} as const satisfies Record<CallGroup, string>

const MEASURED_COLUMNS = [
  'trace_id',
  'parent_id',
  'started_at',
  'ended_at',
  'failed',
  'is_span',
  'op_name',
  'wb_user_id',
  'end_user',
  'usage',
  'has_usage',
] as const

type Measured = VisibleRecord<(typeof MEASURED_COLUMNS)[number]>
type MeasuredRow = Measured['start'] & Pick<Measured, 'id'>

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
    const calls = query.calls.length === 0 ? [] : await this.#measuredCalls(query, options)
    const readsUsage = query.usage.length > 0 || query.price_dates !== undefined
    const usage = readsUsage ? await this.#measuredUsage(query, options) : []
    return aggregateCallStats(query, calls, usage)
  }

  async #measuredCalls(query: CallStatsQuery, options: QueryOptions): Promise<MeasuredCalls[]> {
    const select = callStatsSelect(query)
    if (isInSql(select)) {
      const statement = compileSelect(select, await this.#searches.plan(query, select, options))
      const rows = await this.#clickhouse.query<
        Omit<MeasuredCalls, 'tookMicros'> & { readonly took?: readonly number[] }
      >(statement, options)
      return rows.map(({ took = [], ...row }) => ({ ...row, tookMicros: took }))
    }
    const sums = new CallSums(query)
    for await (const calls of this.#calls(query, query.filter, false, options))
      for (const call of calls) sums.add(call)
    return sums.rows()
  }

  async #measuredUsage(query: CallStatsQuery, options: QueryOptions): Promise<MeasuredUsage[]> {
    const { trace_roots_only = false, ...filter } = query.filter
    const reporters: Measured[] = []
    for await (const calls of this.#calls(query, filter, true, options)) {
      // Spans below a root count for it: nobody has added up their usage.
      const counted = (call: Measured) =>
        !trace_roots_only || call.start.parent_id === null || call.start.is_span === 1
      reporters.push(...calls.filter(counted))
    }
    const standings = await this.#families.standings(query.project_id, reporters, options)
    const counts: ReadonlySet<UsageStanding> = new Set(
      trace_roots_only ? ['counted'] : ['counted', 'in_parent'],
    )
    const counting = reporters.filter(({ id }) => {
      const standing = standings.get(id) ?? null
      return standing === null || counts.has(standing)
    })
    const rootGroups = trace_roots_only ? await this.#rootGroups(query, counting, options) : undefined
    return counting.flatMap((call) => usageRows(query, call, rootGroups))
  }

  /** The calls of the query that match the filter, of those that report usage or of all. */
  async *#calls(
    query: CallStatsQuery,
    filter: CallStatsQuery['filter'],
    withUsage: boolean,
    options: QueryOptions,
  ): AsyncGenerator<Measured[]> {
    const { where } = callStatsSelect({ ...query, filter })
    const search = {
      project_id: query.project_id,
      filter,
      condition: { kind: 'and', operands: where },
    } as const
    if (isInSql({ where })) {
      yield* this.#callsInSql(search, where, withUsage, options)
      return
    }
    const reporting = sql`id in (select id from call_parts
      where project_id = ${query.project_id} and part = 'end' and usage <> '')`
    yield* this.#searches.judgedCalls(search, MEASURED_COLUMNS, withUsage ? reporting : trusted('1'), options)
  }

  /** The same where ClickHouse answers all conditions: a row per call, of narrow columns only. */
  async *#callsInSql(
    search: Searched,
    where: readonly Expression[],
    withUsage: boolean,
    options: QueryOptions,
  ): AsyncGenerator<Measured[]> {
    const { table, from } = await this.#searches.plan(search, { where }, options)
    const conditions = where.map((condition) => compileCondition(condition, table))
    if (withUsage) conditions.push(trusted("c.usage <> ''"))
    const names = new Set([...MEASURED_COLUMNS, ...aliasesIn(...conditions)])
    const columns = trusted(['id', ...MEASURED_COLUMNS].map((name) => `c.${name} as ${name}`).join(', '))
    const statement = sql`select ${columns} from ${from(names)} where ${allOf(conditions)}`
    for await (const { id, ...row } of this.#clickhouse.stream<MeasuredRow>(statement, options)) {
      yield [{ id, start: row, end: row }]
    }
  }

  /** The group of the root of each trace, if the root is among its first calls. */
  async #rootGroups(
    { project_id, group_by }: CallStatsQuery,
    calls: readonly Measured[],
    options: QueryOptions,
  ) {
    const groups = new Map<string, string | null>()
    if (group_by === undefined) return groups
    const column = GROUP_COLUMNS[group_by]
    const traces = new Set(calls.map(({ start }) => start.trace_id))
    for (const batch of batchesOf([...traces], TRACES_PER_READ)) {
      const { from } = callPlan(project_id, inTraces(project_id, textList(batch)), new Set())
      const first = await this.#clickhouse.query<{
        trace_id: string
        parent_id: string | null
        name: string | null
      }>(
        sql`select c.trace_id as trace_id, c.parent_id as parent_id, c.${trusted(column)} as name
          from ${from(new Set(['trace_id', 'parent_id', 'started_at', column]))}
          where c.trace_id in ${textList(batch)}
          order by c.trace_id, c.started_at, c.id limit ${BigInt(ROOT_AMONG)} by c.trace_id`,
        options,
      )
      for (const { trace_id, parent_id, name } of first) {
        if (parent_id === null && !groups.has(trace_id)) groups.set(trace_id, name)
      }
    }
    return groups
  }
}

function groupOf({ group_by }: CallStatsQuery, { start }: Measured): string | null {
  return group_by === undefined ? null : start[GROUP_COLUMNS[group_by]]
}

function usageRows(
  query: CallStatsQuery,
  call: Measured,
  rootGroups: ReadonlyMap<string, string | null> | undefined,
): MeasuredUsage[] {
  const { start } = call
  const ofRoot = start.parent_id === null ? undefined : rootGroups?.get(start.trace_id)
  const group = ofRoot ?? groupOf(query, call)
  return usageOf(call.id, call.end).map((usage) => ({
    ...usage,
    started_at: start.started_at,
    count: 1,
    group,
    is_preferred: usage.preferred_cost !== null,
  }))
}

/** Calls that have bucket, group and outcome in common. */
class CallSums {
  readonly #query: CallStatsQuery
  readonly #sums = new Map<
    string,
    { started_at: number; failed: boolean; count: number; group: string | null; tookMicros: number[] }
  >()

  constructor(query: CallStatsQuery) {
    this.#query = query
  }

  add(call: Measured): void {
    const { started_at } = call.start
    const failed = call.end?.failed === 1
    const group = groupOf(this.#query, call)
    const key = JSON.stringify([bucketOf(this.#query.edges, started_at), failed, group])
    const sum = this.#sums.get(key) ?? { started_at, failed, count: 0, group, tookMicros: [] }
    this.#sums.set(key, sum)
    sum.started_at = Math.max(sum.started_at, started_at)
    sum.count += 1
    const endedAt = call.end?.ended_at ?? null
    if (endedAt !== null) sum.tookMicros.push(endedAt - started_at)
  }

  rows(): MeasuredCalls[] {
    return [...this.#sums.values()]
  }
}
