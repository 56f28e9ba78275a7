import { usageOf } from '@heddle/contract/call/usage'
import type { CallRecord } from '@heddle/contract/calls'
import { countCalls } from '@heddle/contract/calls-query'
import { type CountedUsage, readCallUsage } from '@heddle/contract/calls-stats'
import { ApiError } from '@heddle/contract/client'
import { useCallback, useMemo, useRef } from 'react'
import { useCallDetails } from './call-details.ts'
import { client } from './client.ts'

/** By call id; null if the trace of a call is too large to be counted. */
export type UsageByCall = ReadonlyMap<string, CountedUsage | null>

/** With this limit the server leaves out no calls: it refuses traces that have more. */
const EXAMINED_MAX = 200_000

/** Usage of each of these calls and of all that counts below it. */
export const readCountedUsage = (
  project_id: string,
  calls: readonly TracedCall[],
  signal: AbortSignal,
): Promise<UsageByCall> =>
  usageInParts(calls, async (part) => {
    const request = {
      project_id,
      call_ids: part.map(({ id }) => id),
      include_costs: true,
      limit: EXAMINED_MAX,
    }
    try {
      const { counted } = await client.call(readCallUsage, request, { signal })
      return new Map(Object.entries(counted))
    } catch (error) {
      if (error instanceof ApiError && error.status === 413) return undefined
      throw error
    }
  })

/** A call of a trace, whose calls are read to count its usage. */
export type TracedCall = Pick<CallRecord, 'id' | 'trace_id'>

/**
 * Usage of calls, in as few parts as `read` accepts: it returns undefined for traces that are too large together. What is too large
 * alone is unknown.
 */
export async function usageInParts(
  calls: readonly TracedCall[],
  read: (part: readonly TracedCall[]) => Promise<UsageByCall | undefined>,
): Promise<UsageByCall> {
  const usage = await read(calls)
  if (usage) return usage
  const traces = [...new Set(calls.map(({ trace_id }) => trace_id))]
  if (traces.length === 1) return new Map(calls.map(({ id }) => [id, null]))
  const firstTraces = new Set(traces.slice(0, traces.length / 2))
  const half = (isFirst: boolean) => calls.filter(({ trace_id }) => firstTraces.has(trace_id) === isFirst)
  const first = await usageInParts(half(true), read)
  return new Map([...first, ...(await usageInParts(half(false), read))])
}

/** Usage below the roots that report none themselves, such as the outermost spans of a program. */
export function useUsageBelow(projectId: string, calls: readonly CallRecord[]): UsageByCall {
  const roots = useMemo(() => withoutOwnUsage(calls), [calls])
  const latest = useRef(roots)
  latest.current = roots
  const read = useCallback((project_id: string, ids: readonly string[], signal: AbortSignal) => {
    const { byId } = latest.current
    const asked = ids.flatMap((id) => byId.get(id) ?? [])
    return usageInParts(asked, async (part) => {
      const filter = { trace_ids: part.map(({ trace_id }) => trace_id) }
      const { count } = await client.call(countCalls, { project_id, filter, limit: IN_TABLE_MAX }, { signal })
      return count < IN_TABLE_MAX ? readCountedUsage(project_id, part, signal) : undefined
    })
  }, [])
  return useCallDetails(read, projectId, roots.ids, roots.runningIds)
}

function withoutOwnUsage(calls: readonly CallRecord[]) {
  const roots = calls.filter((call) => call.parent_id === null && usageOf(call).tokens === undefined)
  return {
    ids: roots.map(({ id }) => id),
    runningIds: roots.filter(({ ended_at }) => ended_at === null).map(({ id }) => id),
    byId: new Map(roots.map((root) => [root.id, root])),
  }
}

/** The server reads all calls of the traces, which takes too long for a column of a table where they have more. */
const IN_TABLE_MAX = 20_000
