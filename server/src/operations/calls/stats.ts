import { readCallStats, readCallUsage, readTraceUsage } from '@heddle/contract/calls-stats'
import type { StoredCall } from '../../domain/calls/call.ts'
import type { CallStatsQuery } from '../../domain/calls/stats.ts'
import { planCallStats } from '../../domain/calls/stats-plan.ts'
import { fillStats } from '../../domain/calls/stats-reply.ts'
import { withDescendants } from '../../domain/calls/tree.ts'
import { reportUsage, USAGES_MAX, type UsageReport } from '../../domain/calls/usage.ts'
import { newPage } from '../../domain/page.ts'
import { DEFAULT_PRICE_DATES } from '../../domain/prices/book.ts'
import { ServiceError } from '../../errors.ts'
import { apply, column, compare, instant } from '../../query/build.ts'
import type { Micros } from '../../time.ts'
import { inTurns, mapInSteps } from '../../turns.ts'
import { type Context, inProject, operation } from '../operation.ts'
import { pricesOf, usageOfCalls } from './costs.ts'
import { newCallSearch } from './query.ts'
import { readNarrowCalls } from './stored-calls.ts'
import { callsOfTraces } from './traces.ts'

export const callStatsOperations = [
  operation(readCallStats, inProject('read'), async (request, context) => {
    const plan = planCallStats(request, context.now())
    const price_dates = plan.costs.size > 0 ? await priceDates(context, plan.query) : undefined
    const query = { ...plan.query, ...(price_dates && { price_dates }) }
    const stats = await context.storage.calls.stats(query, context.signal)
    const prices = await pricesOf(context, request.project_id, stats.priced)
    return fillStats(plan, stats, prices)
  }),

  /** Usage of each requested call including its descendants. */
  operation(readCallUsage, inProject('read'), async (request, context) => {
    const { project_id, call_ids } = request
    const named = await context.storage.calls.read(project_id, [...new Set(call_ids)], [])
    const traces = await callsOfTraces(context.storage.calls, project_id, named, CALLS_MAX)
    const family = await inTurns(withDescendants(call_ids, traces))
    const calls = family.slice(0, callsAllowed(request))
    return reportOf(context, request, call_ids, calls)
  }),

  /** Usage of each matching call including its matching descendants. */
  operation(readTraceUsage, inProject('read'), async (request, context) => {
    const search = newCallSearch({ ...request, limit: callsAllowed(request) })
    const ids = await context.storage.calls.find(search, context.signal)
    const calls = await readNarrowCalls(context.storage.calls, request.project_id, ids)
    return reportOf(context, request, ids, calls)
  }),
]

const PRICES_MAX = 10_000

/** When prices change within the range of a query, ascending. */
async function priceDates(
  { storage }: Context,
  { project_id, start, end }: CallStatsQuery,
): Promise<Micros[]> {
  const effective = column('effective_date', 'instant')
  const condition = apply(
    'and',
    compare('gt', effective, instant(start)),
    compare('lt', effective, instant(end)),
  )
  const prices = await storage.prices.find({ project_id, condition, sort: [], limit: PRICES_MAX + 1 })
  if (prices.length > PRICES_MAX) {
    throw new ServiceError(
      'too_large',
      `more than ${PRICES_MAX} prices take effect in this range; ask for a shorter one`,
    )
  }
  const defaults = DEFAULT_PRICE_DATES.filter((date) => date > start && date < end)
  const dates = new Set([...prices.map(({ effective_date }) => effective_date), ...defaults])
  return [...dates].sort((a, b) => a - b)
}

interface UsageRequest {
  readonly project_id: string
  readonly include_costs?: boolean
  readonly limit?: number
}

const CALLS_DEFAULT = 10_000
const CALLS_MAX = 200_000

/** How many calls to examine: one more than are allowed if the request asks for more, which `reportOf` refuses. */
function callsAllowed(request: UsageRequest): number {
  return Math.min(newPage({ limit: request.limit }).limit ?? CALLS_DEFAULT, CALLS_MAX + 1)
}

/** Usage of the calls `ids`, each including its descendants among `calls`. */
async function reportOf(
  context: Context,
  { project_id, include_costs }: UsageRequest,
  ids: readonly string[],
  calls: readonly StoredCall[],
): Promise<UsageReport> {
  if (calls.length > CALLS_MAX) {
    throw new ServiceError('too_large', `There are over ${CALLS_MAX} calls: narrow them, or send a limit`)
  }
  const examined = await inTurns(mapInSteps(calls, ({ id }) => id))
  const reported = await usageOfCalls(context, project_id, examined, USAGES_MAX)
  const prices = include_costs ? await pricesOf(context, project_id, reported) : undefined
  return inTurns(reportUsage(ids, calls, reported, prices))
}
