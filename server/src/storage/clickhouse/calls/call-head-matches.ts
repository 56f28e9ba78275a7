import type { CallPosition } from '../../port/calls.ts'
import type { ClickHouse, QueryOptions } from '../connection/client.ts'
import { isOneOfIds } from './call-conditions.ts'
import type { CallEvaluator } from './call-evaluator.ts'
import type { Head } from './call-heads.ts'
import { callRecords, chunksOf, type PartColumn, readRecords, type VisibleRecord } from './call-records.ts'
import { readsLeavesOnly } from './call-starts.ts'

/** Calls whose columns are read at once. */
const CALLS_PER_CHUNK = 1_000

/** The heads of visible calls that are those of their current start. */
export async function currentAt(
  clickhouse: ClickHouse,
  projectId: string,
  heads: readonly Head[],
  options: QueryOptions,
): Promise<readonly CallPosition[]> {
  if (heads.length === 0) return []
  const where = isOneOfIds(heads.map(({ id }) => id))
  const records = await readRecords(clickhouse, projectId, where, ['version'], options)
  const seen = new Set<string>()
  return heads.filter(({ id, version }) => {
    const isCurrent = records?.get(id)?.start.version === version && !seen.has(id)
    // A head may exist twice until ClickHouse merges them.
    if (isCurrent) seen.add(id)
    return isCurrent
  })
}

/** The matching calls whose current start is that of their head, in the order of the heads. */
export async function matchesAt(
  clickhouse: ClickHouse,
  projectId: string,
  heads: readonly CallPosition[],
  evaluator: CallEvaluator,
  options: QueryOptions,
): Promise<CallPosition[]> {
  if (heads.length === 0) return []
  const startedAt = new Map<string, number>()
  for await (const calls of callsAt(clickhouse, projectId, heads, evaluator, options)) {
    for (const { id, started_at } of await evaluator.matches(calls)) startedAt.set(id, started_at)
  }
  return heads.filter(({ id, started_at }) => {
    const isMatch = startedAt.get(id) === started_at
    // A head may exist twice until ClickHouse merges them.
    if (isMatch) startedAt.delete(id)
    return isMatch
  })
}

async function* callsAt(
  clickhouse: ClickHouse,
  projectId: string,
  heads: readonly CallPosition[],
  evaluator: CallEvaluator,
  options: QueryOptions,
): AsyncGenerator<readonly VisibleRecord<PartColumn>[]> {
  const where = isOneOfIds(heads.map(({ id }) => id))
  const { columns, leaves } = evaluator
  const read = { ...options, leaves }
  if (heads.length <= CALLS_PER_CHUNK && readsLeavesOnly(evaluator)) {
    const records = await readRecords(clickhouse, projectId, where, columns, read)
    yield [...(records?.values() ?? [])]
  } else yield* chunksOf(callRecords(clickhouse, projectId, where, columns, read))
}
