import type { UsageStanding } from '@heddle/contract/call/usage-standing'
import { batchesOf } from '../../../batches.ts'
import { type FamilyFacts, familyFacts, type Relative, usageBit } from '../../../domain/calls/counting.ts'
import { type Fragment, sql, trusted } from '../../../query/fragment.ts'
import type { ClickHouse, QueryOptions } from '../connection/client.ts'
import { textList } from '../literals.ts'
import type { CallChangeLog, ChangeMark } from './call-changes.ts'
import { type PartColumn, readRecords, type VisibleRecord } from './call-records.ts'

type Reporter = VisibleRecord<'trace_id' | 'parent_id' | 'is_span' | 'has_usage'>

/** The columns that decide what relatives say of a call. */
export const FAMILY_COLUMNS = [
  'trace_id',
  'parent_id',
  'started_at',
  'is_span',
  'kind',
  'response_id',
  'failed',
  'has_usage',
  'has_content',
] as const satisfies readonly PartColumn[]

/**
 * Fields of calls that depend on other calls of their trace. Computed from the whole trace on every read, because parts arrive in
 * any order and nothing is read before a write.
 */
export class CallFamilies {
  readonly #clickhouse: ClickHouse
  readonly #changes: Pick<CallChangeLog, 'mark' | 'isAt'>
  /** Cached facts of large traces, which are read in many pages. */
  #known: readonly Family[] = []

  constructor(clickhouse: ClickHouse, changes: Pick<CallChangeLog, 'mark' | 'isAt'>) {
    this.#clickhouse = clickhouse
    this.#changes = changes
  }

  /** Verdicts on every visible call of the traces. */
  async facts(
    projectId: string,
    traceIds: Iterable<string>,
    options?: QueryOptions,
  ): Promise<Map<string, FamilyFacts>> {
    const facts = new Map<string, FamilyFacts>()
    for (const batch of batchesOf([...new Set(traceIds)], TRACES_PER_READ)) {
      const family = await this.#read(projectId, textList(batch), options)
      for (const [id, each] of family.facts) facts.set(id, each)
    }
    return facts
  }

  /** Verdicts on every visible call of the traces of these calls. */
  async factsAround(projectId: string, ids: readonly string[]): Promise<ReadonlyMap<string, FamilyFacts>> {
    if (ids.length === 0) return new Map()
    const known = this.#known.find(
      ({ projectId: of, facts }) => of === projectId && ids.every((id) => facts.has(id)),
    )
    if (known && (await this.#isCurrent(known))) return known.facts
    // Parts are sorted by id, and heads are not.
    const traces = sql`(select trace_id from call_parts
      where project_id = ${projectId} and id in ${textList(ids)} and part = 'start')`
    const family = await this.#read(projectId, traces)
    const { size } = family.facts
    if (size >= KNOWN_CALLS_MIN && size <= KNOWN_CALLS_MAX)
      this.#known = [family, ...this.#known].slice(0, KNOWN_FAMILIES_MAX)
    return family.facts
  }

  /** `traceIds` is a list to the right of `in`. It may name traces that calls were in before they were started again. */
  async #read(projectId: string, traceIds: Fragment, options?: QueryOptions): Promise<Family> {
    const parts = new PartSum()
    const where = inTraces(projectId, traceIds)
    const records = await readRecords(this.#clickhouse, projectId, where, FAMILY_COLUMNS, {
      ...options,
      onPart: ({ version }) => parts.add(version),
    })
    const relatives = Array.from(records?.values() ?? [], relativeOf)
    const traces = new Set(relatives.map(({ trace_id }) => trace_id))
    const facts = familyFacts(relatives)
    return { projectId, traceIds: [...traces], fingerprint: parts.fingerprint, facts }
  }

  /** The log of changes tells it at once while nothing is written to the project. Otherwise the parts of the family do. */
  async #isCurrent(family: Family): Promise<boolean> {
    if (family.mark && (await this.#changes.isAt(family.mark))) return true
    const mark = await this.#changes.mark(family.projectId)
    if ((await this.#fingerprint(family)) !== family.fingerprint) return false
    family.mark = mark
    return true
  }

  /** The current fingerprint of the family. */
  async #fingerprint({ projectId, traceIds }: Family): Promise<string> {
    const [row] = await this.#clickhouse.query<{ fingerprint: string }>(
      sql`select concat(toString(count()), ' ', toString(sum(version))) as fingerprint from call_parts
        where project_id = ${projectId} and ${inTraces(projectId, textList(traceIds))}`,
    )
    return row?.fingerprint ?? ''
  }

  /** Whether the usage of each of these calls counts; null or missing for calls without usage. */
  async standings(
    projectId: string,
    reporters: readonly Reporter[],
    options?: QueryOptions,
  ): Promise<Map<string, UsageStanding | null>> {
    const standings = new Map<string, UsageStanding | null>()
    const traces = new Map<string, string>()
    for (const { id, start, end } of reporters) {
      if (start.is_span === 1) traces.set(id, start.trace_id)
      else if (end?.has_usage === 1) standings.set(id, start.parent_id === null ? 'counted' : 'in_parent')
    }
    for (const batch of batchesOf([...new Set(traces.values())], TRACES_PER_READ)) {
      const facts = await this.facts(projectId, batch, options)
      for (const [id, { usage_standing }] of facts) if (traces.has(id)) standings.set(id, usage_standing)
    }
    return standings
  }

  /**
   * The calls with a failed call below them: all of those that `among` selects, a condition on `id`, and perhaps others of their traces;
   * of the whole project without it.
   */
  async failedBelow(
    projectId: string,
    among: Fragment | undefined,
    options?: QueryOptions,
  ): Promise<ReadonlySet<string>> {
    const ofProject = sql`project_id = ${projectId}`
    const ofTraces =
      among && sql`and trace_id in (select trace_id from call_heads where ${ofProject} and ${among})`
    const traces = await this.#clickhouse.query<{ trace_id: string }>(
      sql`select distinct trace_id from call_heads where ${ofProject}
        and id in (select id from call_parts where ${ofProject} and part = 'end' and failed = 1) ${ofTraces ?? trusted('')}`,
      options,
    )
    const facts = await this.facts(
      projectId,
      traces.map(({ trace_id }) => trace_id),
      options,
    )
    return new Set([...facts].flatMap(([id, { descendant_failed }]) => (descendant_failed ? [id] : [])))
  }
}

const KNOWN_FAMILIES_MAX = 4
const KNOWN_CALLS_MIN = 200
const KNOWN_CALLS_MAX = 50_000

interface Family {
  readonly projectId: string
  readonly traceIds: readonly string[]
  /** The fingerprint of its parts. The facts are valid as long as it does not change. */
  readonly fingerprint: string
  readonly facts: ReadonlyMap<string, FamilyFacts>
  /** Where the log of changes was when the fingerprint was found to be current. */
  mark?: ChangeMark
}

/** Number of parts and sum of their versions. A version is the time of a write, so every write changes one of them. */
class PartSum {
  #count = 0
  #sum = 0n

  add(version: number): void {
    this.#count += 1
    this.#sum += BigInt(version)
  }

  /** As ClickHouse computes it, whose sums of 64 bits wrap around. */
  get fingerprint(): string {
    return `${this.#count} ${BigInt.asUintN(64, this.#sum)}`
  }
}

/** Number of traces whose calls are in memory at a time. */
const TRACES_PER_READ = 10_000

/** Finds all calls of the traces in `call_parts`, and perhaps some that were in one of them before they were started again. */
export const inTraces = (projectId: string, traceIds: Fragment): Fragment =>
  sql`id in (select id from call_heads where project_id = ${projectId} and trace_id in ${traceIds})`

export function relativeOf({ id, start, end }: VisibleRecord<(typeof FAMILY_COLUMNS)[number]>): Relative {
  return {
    id,
    trace_id: start.trace_id,
    parent_id: start.parent_id,
    started_at: start.started_at,
    response_id: start.response_id,
    failed: end?.failed === 1,
    usage_bit: usageBit(start.is_span === 1, start.kind),
    has_usage: end?.has_usage === 1,
    has_content: start.has_content === 1 || end?.has_content === 1,
  }
}
