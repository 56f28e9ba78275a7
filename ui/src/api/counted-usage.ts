import { usageOf } from '@heddle/contract/call/usage'
import type { CallRecord } from '@heddle/contract/calls'
import { countCalls } from '@heddle/contract/calls-query'
import { type CountedUsage, readCallUsage } from '@heddle/contract/calls-stats'
import { useCallback, useMemo, useRef } from 'react'
import { useCallDetails } from './call-details.ts'
import { client } from './client.ts'

/** By call id. */
export type UsageByCall = ReadonlyMap<string, CountedUsage>

const EXAMINED_MAX = 100_000

/** Usage of each of these calls and of all that counts below it. */
export async function readCountedUsage(
  project_id: string,
  ids: readonly string[],
  signal: AbortSignal,
): Promise<UsageByCall> {
  const request = { project_id, call_ids: [...ids], include_costs: true, limit: EXAMINED_MAX }
  const { counted } = await client.call(readCallUsage, request, { signal })
  return new Map(Object.entries(counted))
}

/** Usage below the roots that report none themselves, such as the outermost spans of a program. */
export function useUsageBelow(projectId: string, calls: readonly CallRecord[]): UsageByCall {
  const roots = useMemo(() => withoutOwnUsage(calls), [calls])
  const latest = useRef(roots)
  latest.current = roots
  const read = useCallback(async (project_id: string, ids: readonly string[], signal: AbortSignal) => {
    const { traceIds } = latest.current
    const filter = { trace_ids: ids.flatMap((id) => traceIds.get(id) ?? []) }
    const { count } = await client.call(countCalls, { project_id, filter, limit: IN_TABLE_MAX }, { signal })
    return count < IN_TABLE_MAX ? readCountedUsage(project_id, ids, signal) : NO_USAGE
  }, [])
  return useCallDetails(read, projectId, roots.ids, roots.runningIds)
}

function withoutOwnUsage(calls: readonly CallRecord[]) {
  const roots = calls.filter((call) => call.parent_id === null && usageOf(call).tokens === undefined)
  return {
    ids: roots.map(({ id }) => id),
    runningIds: roots.filter(({ ended_at }) => ended_at === null).map(({ id }) => id),
    traceIds: new Map(roots.map(({ id, trace_id }) => [id, trace_id])),
  }
}

/** The server reads all calls of the traces, which takes too long for a column of a table where they have more. */
const IN_TABLE_MAX = 20_000

const NO_USAGE: UsageByCall = new Map()
