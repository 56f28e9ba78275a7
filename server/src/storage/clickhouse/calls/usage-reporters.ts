import type { UsageStanding } from '@heddle/contract/call/usage-standing'
import { batchesOf } from '../../../batches.ts'
import type { CallStatsQuery } from '../../../domain/calls/stats.ts'
import { type Fragment, sql } from '../../../query/fragment.ts'
import type { ClickHouse, QueryOptions } from '../connection/client.ts'
import { textList } from '../literals.ts'
import { among, type Searched } from './call-conditions.ts'
import { type CallFamilies, inTraces } from './call-family.ts'
import { callPlan } from './call-table.ts'
import { type Measured, type MeasuredReads, ownGroup, searchOf } from './measured-calls.ts'
import type { SmallProjects } from './small-projects.ts'

/** How many calls of a trace are searched for its root, as `CallStatsQuery` says. */
const ROOT_AMONG = 16
const TRACES_PER_READ = 10_000
const ROOTS_PER_READ = 1_000
/** About how many calls with usage are in memory at a time, with the facts on their traces. */
const REPORTERS_PER_READ = 20_000

interface UsageReporterParts {
  readonly reads: MeasuredReads
  readonly families: CallFamilies
  readonly small: SmallProjects
}

/** Finds the calls whose usage counts, which depends on the other calls of their traces. */
export class UsageReporters {
  readonly #clickhouse: ClickHouse
  readonly #reads: MeasuredReads
  readonly #families: CallFamilies
  readonly #small: SmallProjects

  constructor(clickhouse: ClickHouse, { reads, families, small }: UsageReporterParts) {
    this.#clickhouse = clickhouse
    this.#reads = reads
    this.#families = families
    this.#small = small
  }

  /** The calls whose usage counts, each in the group that its usage belongs to, as many at a time as may be in memory. */
  async *find(query: CallStatsQuery, options: QueryOptions): AsyncGenerator<readonly Measured[]> {
    const { trace_roots_only = false, ...filter } = query.filter
    // Spans below a root count, because the root does not include their usage.
    const counted = ({ start }: Measured) =>
      !trace_roots_only || start.parent_id === null || start.is_span === 1
    const search = searchOf(query, filter)
    for (const restriction of await this.#portions(search, options)) {
      // All of them before their facts are found, because ClickHouse stops a statement whose result is not read on.
      const reporters: Measured[] = []
      for await (const calls of this.#reads.calls(
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
   * are looked at together.
   */
  async #portions(search: Searched, options: QueryOptions): Promise<(Fragment | undefined)[]> {
    if (await this.#small.has(search.project_id, options)) return [undefined]
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
      for await (const roots of this.#reads.calls(ownGroup(query), search, {}, options))
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
