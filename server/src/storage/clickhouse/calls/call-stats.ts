import type { MeasuredUsage } from '../../../domain/calls/priced-usage.ts'
import {
  type CallStats,
  CallStatsAggregation,
  type CallStatsQuery,
  type MeasuredCalls,
} from '../../../domain/calls/stats.ts'
import { wholeMs } from '../../../domain/calls/status.ts'
import { bucketOf } from '../../../domain/measures/time-buckets.ts'
import { compileSelect } from '../../../query/select.ts'
import { callStatsSelect, groupValue } from '../../port/stats-selects.ts'
import type { ClickHouse, QueryOptions } from '../connection/client.ts'
import { isInSql } from './call-conditions.ts'
import type { CallFamilies } from './call-family.ts'
import type { CallSearches } from './call-search.ts'
import { isValueInSql, type Measured, MeasuredReads, ownGroup, searchOf } from './measured-calls.ts'
import type { SmallProjects } from './small-projects.ts'
import { usageOf } from './stored-call.ts'
import { UsageReporters } from './usage-reporters.ts'

/**
 * Statistics of calls. ClickHouse counts calls where it can answer the condition. Usage goes through the aggregators of
 * `domain/` call by call, because whether it counts depends on the other calls of the trace.
 */
export class CallStatistics {
  readonly #clickhouse: ClickHouse
  readonly #searches: CallSearches
  readonly #reads: MeasuredReads
  readonly #reporters: UsageReporters

  constructor(clickhouse: ClickHouse, searches: CallSearches, families: CallFamilies, small: SmallProjects) {
    this.#clickhouse = clickhouse
    this.#searches = searches
    this.#reads = new MeasuredReads(clickhouse, searches)
    this.#reporters = new UsageReporters(clickhouse, { reads: this.#reads, families, small })
  }

  async stats(query: CallStatsQuery, options: QueryOptions): Promise<CallStats> {
    const aggregation = new CallStatsAggregation(query)
    const isByModel = query.group_by === 'model'
    const wantsCalls = query.calls.length > 0
    const wantsUsage = query.usage.length > 0 || query.price_dates !== undefined
    const countsUsage = wantsUsage || (isByModel && !wantsCalls)
    if (isByModel || wantsUsage) {
      for await (const reporters of this.#reporters.find(query, options)) {
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
    for await (const calls of this.#reads.calls(ownGroup(query), search, {}, options))
      for (const call of calls) sums.add(call)
    return sums.rows()
  }
}

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
