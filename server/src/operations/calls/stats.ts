import { readCallStats, readCallUsage, readTraceUsage } from '@heddle/contract/calls-stats'
import type { StoredCall } from '../../domain/calls/call.ts'
import { planCallStats } from '../../domain/calls/stats-plan.ts'
import { fillStats } from '../../domain/calls/stats-reply.ts'
import { withDescendants } from '../../domain/calls/tree.ts'
import { reportUsage, type UsageReport } from '../../domain/calls/usage.ts'
import { newPage } from '../../domain/page.ts'
import { type Context, inProject, operation } from '../operation.ts'
import { pricesOf } from './costs.ts'
import { newCallSearch } from './query.ts'
import { callsOfTraces, readInBatches } from './traces.ts'

export const callStatsOperations = [
  operation(readCallStats, inProject('read'), async (request, context) => {
    const plan = planCallStats(request, context.now())
    const stats = await context.storage.calls.stats(plan.query, context.signal)
    const models = stats.usage.map(({ model = '' }) => ({ model }))
    return fillStats(plan, stats, await pricesOf(context, request.project_id, models))
  }),

  /** Usage of each requested call including its descendants. */
  operation(readCallUsage, inProject('read'), async (request, context) => {
    const { project_id, call_ids } = request
    const named = await context.storage.calls.read(project_id, [...new Set(call_ids)], [])
    const traces = await callsOfTraces(context.storage.calls, project_id, named)
    const calls = withDescendants(call_ids, traces).slice(0, callsAllowed(request))
    return usageOfCalls(context, request, call_ids, calls)
  }),

  /** Usage of each matching call including its matching descendants. */
  operation(readTraceUsage, inProject('read'), async (request, context) => {
    const search = newCallSearch({ ...request, limit: callsAllowed(request) })
    const ids = await context.storage.calls.find(search, context.signal)
    const calls = await readInBatches(context.storage.calls, request.project_id, ids)
    return usageOfCalls(context, request, ids, calls)
  }),
]

interface UsageRequest {
  readonly project_id: string
  readonly include_costs?: boolean
  readonly limit?: number
}

const CALLS_DEFAULT = 10_000

/** Maximum number of calls in a usage report. */
function callsAllowed(request: UsageRequest): number {
  return newPage({ limit: request.limit }).limit ?? CALLS_DEFAULT
}

/** Usage of the calls `ids`, each including its descendants among `calls`. */
async function usageOfCalls(
  context: Context,
  { project_id, include_costs }: UsageRequest,
  ids: readonly string[],
  calls: readonly StoredCall[],
): Promise<UsageReport> {
  const reported = await context.storage.calls.usage(
    project_id,
    calls.map(({ id }) => id),
  )
  const prices = include_costs ? await pricesOf(context, project_id, reported) : undefined
  return reportUsage(ids, calls, reported, prices)
}
