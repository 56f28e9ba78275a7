import { isRepetition, type UsageStanding } from '@heddle/contract/call/usage-standing'
import { ServiceError } from '../../errors.ts'
import type { Micros } from '../../time.ts'
import { eachInSteps, type Steps } from '../../turns.ts'
import { addToGroup } from '../measures/group-by.ts'
import type { PriceBook } from '../prices/book.ts'
import type { CallUsage } from './call.ts'
import { childrenFirst, inclusiveFigures, type ReportingCalls } from './counted-totals.ts'
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

/** Usages of one model in a report. Calls in a deep tree with many models would fill the memory. */
export const USAGES_MAX = 250_000

/**
 * Usage of each of the named calls, together with its descendants among `calls`; nothing for a call that is not among them.
 * `reported` is the usage that each call reported itself, without spans that only repeat others. With prices, costs are computed call by
 * call, at the prices of its start.
 */
export function* reportUsage(
  ids: readonly string[],
  calls: readonly UsedCall[],
  reported: readonly CallUsage[],
  prices?: PriceBook,
): Steps<UsageReport> {
  const places = new Map<string, number>()
  yield* eachInSteps(calls, ({ id }, place) => places.set(id, place))
  const tree = yield* reportingCalls(calls, places, reported, prices)
  const countedAt = yield* countedUsage(tree)
  const totals = yield* rollUp(tree)

  const call_usage = new Map<string, ModelTotals>()
  const counted = new Map<string, CountedUsage>()
  let usages = 0
  yield* eachInSteps(ids, (id) => {
    const place = places.get(id)
    const models = (place === undefined ? undefined : totals[place]) ?? new Map()
    call_usage.set(id, models)
    counted.set(id, place === undefined ? NOTHING_COUNTED : countedAt(place))
    usages += models.size
  })
  if (usages > USAGES_MAX) throw tooManyUsages()
  const unfinished = new Set<string>()
  yield* eachInSteps(calls, ({ id, ended_at }) => {
    if (ended_at === null) unfinished.add(id)
  })
  return { call_usage, counted, unfinished_call_ids: [...unfinished].sort() }
}

const NOTHING_COUNTED: CountedUsage = { tokens: null, cost: null, reported_cost: null }

/** The calls in columns, each with what it reported itself. */
function* reportingCalls(
  calls: readonly UsedCall[],
  places: ReadonlyMap<string, number>,
  reported: readonly CallUsage[],
  prices: PriceBook | undefined,
): Steps<ReportingCalls> {
  const usages = new Map<string, CallUsage[]>()
  yield* eachInSteps(reported, (usage) => addToGroup(usages, usage.id, usage))
  const parent: number[] = []
  const isSpan: boolean[] = []
  const standings: (UsageStanding | null)[] = []
  const totals: (ModelTotals | undefined)[] = []
  yield* eachInSteps(calls, ({ id, parent_id, trace_id, started_at, is_span, usage_standing }) => {
    const above = parent_id === null ? undefined : places.get(parent_id)
    parent.push(above !== undefined && calls[above]?.trace_id === trace_id ? above : -1)
    isSpan.push(is_span)
    standings.push(usage_standing)
    const own = ownTotals(usages.get(id) ?? [], started_at, prices)
    totals.push(own.size > 0 ? own : undefined)
  })
  return { parent, is_span: isSpan, usage_standings: standings, reported: totals }
}

/** Reads what counts of the call at a place. */
function* countedUsage(tree: ReportingCalls): Steps<(place: number) => CountedUsage> {
  const tokens = yield* inclusiveFigures(tree, ({ total_tokens }) => total_tokens)
  const cost = yield* inclusiveFigures(tree, ({ total_cost }) => total_cost)
  const reported = yield* inclusiveFigures(tree, ({ reported_cost }) => reported_cost)
  return (place) => ({
    tokens: tokens[place] ?? null,
    cost: cost[place] ?? null,
    reported_cost: reported[place] ?? null,
  })
}

/** Totals of each call and its descendants. Every call is added to its parent, leaves first, so that each is added once. */
function* rollUp({ parent, usage_standings, reported }: ReportingCalls): Steps<ModelTotals[]> {
  const totals: ModelTotals[] = []
  yield* eachInSteps(reported, (own, place) => {
    totals.push(own && !isRepetition(usage_standings[place] ?? null) ? own : new Map())
  })
  const order = childrenFirst(parent)
  const isAdded = new Uint8Array(parent.length)
  let usages = 0
  yield* eachInSteps(order, (place) => {
    const own = totals[place] ?? new Map()
    usages += own.size
    if (usages > USAGES_MAX) throw tooManyUsages()
    isAdded[place] = 1
    const above = totals[parent[place] ?? -1]
    if (above) addTotals(above, own)
  })
  for (let place = 0; place < parent.length; place++) {
    if (isAdded[place] === 0) shareCircle(place, parent, isAdded, totals)
  }
  return totals
}

/** Calls whose parents form a cycle are descendants of each other: each gets the sum of all. */
function shareCircle(
  first: number,
  parent: readonly number[],
  isAdded: Uint8Array,
  totals: ModelTotals[],
): void {
  const sum: ModelTotals = new Map()
  for (let place = first; isAdded[place] === 0; place = parent[place] ?? -1) {
    isAdded[place] = 1
    addTotals(sum, totals[place] ?? new Map())
    totals[place] = sum
  }
}

export const tooManyUsages = () =>
  new ServiceError(
    'too_large',
    `The calls used over ${USAGES_MAX} models, counted once for each call: ask for fewer calls`,
  )
