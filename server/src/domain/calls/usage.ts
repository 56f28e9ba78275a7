import { ServiceError } from '../../errors.ts'
import type { Micros } from '../../time.ts'
import { groupBy } from '../measures/group-by.ts'
import type { PriceBook } from '../prices/book.ts'
import type { CallUsage } from './call.ts'
import { inclusiveFigures } from './counted-totals.ts'
import { isRepetition, type UsageStanding } from './counting.ts'
import type { CallNode } from './tree.ts'
import { addTotals, type ModelTotals, ownTotals } from './usage-totals.ts'

export interface UsedCall extends CallNode {
  readonly is_span: boolean
  readonly usage_standing: UsageStanding | null
  readonly started_at: Micros
  readonly ended_at: Micros | null
}

export interface UsageReport {
  readonly call_usage: ReadonlyMap<string, ModelTotals>
  readonly counted: ReadonlyMap<string, CountedUsage>
  readonly unfinished_call_ids: readonly string[]
}

/** Usage of a call and all that counts below it, each token once; null if nothing was reported or the cost is unknown. */
interface CountedUsage {
  readonly tokens: number | null
  readonly cost: number | null
  readonly reported_cost: number | null
}

/** It can be paused after so many calls: those with many models take some 10 µs each. */
const CALLS_PER_STEP = 100
/** Usages of one model in a report. Calls in a deep tree with many models would fill the memory. */
export const USAGES_MAX = 250_000

/**
 * Usage of each of the named calls, together with its descendants among `calls`; nothing for a call that is not among them.
 * `reported` is the usage that each call reported itself, without spans that only repeat others. With prices, costs are computed call by
 * call, at the prices of its start. To be run by `inTurns`.
 */
export function* reportUsage(
  ids: readonly string[],
  calls: readonly UsedCall[],
  reported: readonly CallUsage[],
  prices?: PriceBook,
): Generator<void, UsageReport> {
  const own = yield* ownUsage(calls, reported, prices)
  const counted = yield* countedUsage(calls, own)
  const totals = yield* rollUp(calls, withoutRepetitions(calls, own))
  yield
  const call_usage = new Map<string, ModelTotals>(ids.map((id) => [id, totals.get(id) ?? new Map()]))
  let usages = 0
  for (const { size } of call_usage.values()) usages += size
  if (usages > USAGES_MAX) throw tooManyUsages()
  const unfinished = calls.filter(({ ended_at }) => ended_at === null).map(({ id }) => id)
  return {
    call_usage,
    counted: new Map(ids.map((id) => [id, counted.get(id) ?? NOTHING_COUNTED])),
    unfinished_call_ids: [...new Set(unfinished)].sort(),
  }
}

const NOTHING_COUNTED: CountedUsage = { tokens: null, cost: null, reported_cost: null }

function* ownUsage(
  calls: readonly UsedCall[],
  reported: readonly CallUsage[],
  prices: PriceBook | undefined,
): Generator<void, Map<string, ModelTotals>> {
  const reportedBy = groupBy(reported, ({ id }) => id)
  const own = new Map<string, ModelTotals>()
  for (const [index, { id, started_at }] of calls.entries()) {
    if (index % CALLS_PER_STEP === 0) yield
    own.set(id, ownTotals(reportedBy.get(id) ?? [], started_at, prices))
  }
  return own
}

function* countedUsage(
  calls: readonly UsedCall[],
  own: ReadonlyMap<string, ModelTotals>,
): Generator<void, ReadonlyMap<string, CountedUsage>> {
  const places = new Map(calls.map(({ id }, place) => [id, place]))
  const tree = {
    parent: calls.map(({ parent_id, trace_id }) => {
      const place = parent_id === null ? undefined : places.get(parent_id)
      return place !== undefined && calls[place]?.trace_id === trace_id ? place : -1
    }),
    is_span: calls.map(({ is_span }) => is_span),
    usage_standings: calls.map(({ usage_standing }) => usage_standing),
    reported: calls.map(({ id }) => {
      const totals = own.get(id)
      return totals?.size ? totals : undefined
    }),
  }
  yield
  const tokens = inclusiveFigures(tree, ({ total_tokens }) => total_tokens)
  yield
  const cost = inclusiveFigures(tree, ({ total_cost }) => total_cost)
  yield
  const reported = inclusiveFigures(tree, ({ reported_cost }) => reported_cost)
  yield
  return new Map(
    calls.map(({ id }, at) => [
      id,
      { tokens: tokens[at] ?? null, cost: cost[at] ?? null, reported_cost: reported[at] ?? null },
    ]),
  )
}

const withoutRepetitions = (calls: readonly UsedCall[], own: ReadonlyMap<string, ModelTotals>) =>
  new Map<string, ModelTotals>(
    calls.map(({ id, usage_standing }) => [
      id,
      isRepetition(usage_standing) ? new Map() : (own.get(id) ?? new Map()),
    ]),
  )

/** Adds every call to its parent, leaves first, so that each call is added once. */
function* rollUp(
  calls: readonly UsedCall[],
  own: Map<string, ModelTotals>,
): Generator<void, Map<string, ModelTotals>> {
  const byId = new Map(calls.map((call) => [call.id, call]))
  const parentOf = (call: UsedCall) => {
    const parent = call.parent_id === null ? undefined : byId.get(call.parent_id)
    return parent?.trace_id === call.trace_id ? parent : undefined
  }
  const childrenLeft = new Map(calls.map((call) => [call, 0]))
  for (const call of calls) {
    const parent = parentOf(call)
    if (parent) childrenLeft.set(parent, (childrenLeft.get(parent) ?? 0) + 1)
  }
  const complete = new Set(calls.filter((call) => childrenLeft.get(call) === 0))
  let step = 0
  let usages = 0
  // Iterating over a set includes what is added meanwhile.
  for (const call of complete) {
    if (step++ % CALLS_PER_STEP === 0) yield
    usages += totalsOf(own, call).size
    if (usages > USAGES_MAX) throw tooManyUsages()
    const parent = parentOf(call)
    if (parent === undefined) continue
    addTotals(totalsOf(own, parent), totalsOf(own, call))
    const left = (childrenLeft.get(parent) ?? 0) - 1
    childrenLeft.set(parent, left)
    if (left === 0) complete.add(parent)
  }
  shareCircles(
    calls.filter((call) => !complete.has(call)),
    parentOf,
    own,
  )
  return own
}

/** Calls whose parents form a cycle are descendants of each other: each gets the sum of all. */
function shareCircles(
  calls: readonly UsedCall[],
  parentOf: (call: UsedCall) => UsedCall | undefined,
  totals: Map<string, ModelTotals>,
): void {
  const shared = new Set<UsedCall>()
  for (const first of calls) {
    if (shared.has(first)) continue
    const sum: ModelTotals = new Map()
    for (let call: UsedCall | undefined = first; call && !shared.has(call); call = parentOf(call)) {
      shared.add(call)
      addTotals(sum, totalsOf(totals, call))
      totals.set(call.id, sum)
    }
  }
}

export const tooManyUsages = () =>
  new ServiceError(
    'too_large',
    `The calls used over ${USAGES_MAX} models, counted once for each call: ask for fewer calls`,
  )

const totalsOf = (totals: ReadonlyMap<string, ModelTotals>, { id }: UsedCall): ModelTotals =>
  totals.get(id) ?? new Map()
