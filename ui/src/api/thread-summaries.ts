import { valueAt } from '@heddle/contract/call/json'
import { sumOfKnown } from '@heddle/contract/call/usage'
import type { CallRecord } from '@heddle/contract/calls'
import { queryCalls } from '@heddle/contract/calls-query'
import type { CountedUsage } from '@heddle/contract/calls-stats'
import { useQueries } from '@tanstack/react-query'
import { inputPreview } from '../call/preview.ts'
import type { RangeBounds } from '../range/time-range.ts'
import { client, idBatches } from './client.ts'
import { readCountedUsage, type UsageByCall } from './counted-usage.ts'
import { IS_TURN, joined } from './threads.ts'

/** What a list shows of a conversation besides its record. */
export interface ThreadSummary extends CountedUsage {
  readonly firstMessage: string
  readonly endUser: string | undefined
}

const SUMMARIES_PER_REQUEST = 50

/** First message, user and usage in a time range of the listed threads, by thread. Missing while they load. */
export function useThreadSummaries(
  projectId: string,
  threadIds: readonly string[],
  bounds: RangeBounds,
): ReadonlyMap<string, ThreadSummary> {
  return useQueries({
    queries: [...idBatches(threadIds, SUMMARIES_PER_REQUEST)].map((ids) => ({
      queryKey: ['thread-summaries', projectId, ids, bounds],
      queryFn: ({ signal }: { readonly signal: AbortSignal }) =>
        readSummaries(projectId, ids, bounds, signal),
    })),
    combine: joined,
  })
}

async function readSummaries(
  projectId: string,
  threadIds: readonly string[],
  bounds: RangeBounds,
  signal: AbortSignal,
) {
  const { turns, isComplete } = await readTurns(projectId, threadIds, signal)
  const within = turns.filter(({ started_at }) => isWithin(started_at, bounds))
  // A sum over some of the turns would be taken for that of all.
  const usage = isComplete ? await readUsageInBatches(projectId, within, signal) : NO_USAGE
  return summariesOf(turns, usage)
}

const TURNS_PER_REQUEST = 2_000
const REQUESTS_MAX = 10
const NO_USAGE: UsageByCall = new Map()

/** The turns of these conversations, the oldest first. */
async function readTurns(project_id: string, threadIds: readonly string[], signal: AbortSignal) {
  const turns: CallRecord[] = []
  for (let requests = 0; requests < REQUESTS_MAX; requests++) {
    const last = turns.at(-1)
    const request = {
      project_id,
      filter: { thread_ids: [...threadIds] },
      query: IS_TURN,
      columns: ['id', 'trace_id', 'thread_id', 'started_at', 'summary'],
      sort_by: [{ field: 'started_at', direction: 'asc' as const }],
      limit: TURNS_PER_REQUEST,
      ...(last && { after: { started_at: last.started_at, id: last.id } }),
    }
    const { calls } = await client.call(queryCalls, request, { signal })
    turns.push(...calls)
    if (calls.length < TURNS_PER_REQUEST) return { turns, isComplete: true }
  }
  return { turns, isComplete: false }
}

async function readUsageInBatches(projectId: string, turns: readonly CallRecord[], signal: AbortSignal) {
  const usage = new Map<string, CountedUsage | null>()
  for (const batch of idBatches(turns))
    for (const [id, counted] of await readCountedUsage(projectId, batch, signal)) usage.set(id, counted)
  return usage
}

function isWithin(instant: string, { from, to }: RangeBounds): boolean {
  const at = new Date(instant)
  return (!from || at >= from) && (!to || at < to)
}

/**
 * `turns` come in chronological order, `usage` is of those in the time range. A conversation whose usage is unknown for one of them
 * has none: a sum of the others would be too low.
 */
export function summariesOf(
  turns: readonly CallRecord[],
  usage: UsageByCall,
): ReadonlyMap<string, ThreadSummary> {
  const summaries = new Map<string, ThreadSummary>()
  const unknown = new Set(turns.flatMap(({ id, thread_id }) => (usage.get(id) === null ? [thread_id] : [])))
  for (const turn of turns) {
    const id = turn.thread_id ?? ''
    const before = summaries.get(id)
    const used = unknown.has(turn.thread_id) ? undefined : usage.get(turn.id)
    const user = valueAt(turn.summary, 'weave.end_user')
    summaries.set(id, {
      firstMessage: before?.firstMessage ?? inputPreview(turn),
      endUser: before?.endUser ?? (typeof user === 'string' ? user : undefined),
      tokens: sumOfKnown([before?.tokens, used?.tokens]),
      cost: sumOfKnown([before?.cost, used?.cost]),
      reported_cost: sumOfKnown([before?.reported_cost, used?.reported_cost]),
    })
  }
  return summaries
}
