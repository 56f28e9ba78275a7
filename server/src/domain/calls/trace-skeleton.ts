import { formatDateTime, type Micros } from '../../time.ts'
import type { PriceBook } from '../prices/book.ts'
import type { CallUsage } from './call.ts'
import { type CallStatus, callStatus } from './status.ts'
import { addTotals, type ModelTotals, ownTotals, sumOfKnown, type UsageTotal } from './usage.ts'

/** The calls of a trace by start, then id, in columns of equal length; `ops` are places in `op_names`. */
export interface TraceCalls {
  readonly ids: readonly string[]
  readonly parent_ids: readonly (string | null)[]
  readonly ops: readonly number[]
  readonly op_names: readonly string[]
  readonly display_names: readonly (string | null)[]
  readonly started_at: readonly Micros[]
  readonly ended_at: readonly (Micros | null)[]
  readonly failed: readonly boolean[]
  readonly descendant_failed: readonly boolean[]
  /** What the calls reported of their models, in no order. */
  readonly usage: readonly CallUsage[]
}

/** Everything about a trace but its payloads, in the columns that the contract describes. */
export function newTraceSkeleton(trace_id: string, calls: TraceCalls, prices: PriceBook) {
  const places = new Map(calls.ids.map((id, place) => [id, place]))
  const parent = calls.parent_ids.map((id) => (id === null ? -1 : (places.get(id) ?? -1)))
  const reported = reportedTotals(calls, places, prices)
  const order = childrenFirst(parent)
  const tokens = inclusive(order, parent, reported, ({ total_tokens }) => total_tokens)
  const cost = inclusive(order, parent, reported, costOf)
  const models = [...new Set(calls.usage.map(({ model }) => model))].sort()
  const modelPlaces = new Map(models.map((model, place) => [model, place]))
  const first = calls.started_at[0]
  return {
    trace_id,
    started_at: first === undefined ? null : formatDateTime(first),
    op_names: calls.op_names,
    models,
    calls: {
      id: calls.ids,
      parent,
      op_name: calls.ops,
      display_name: calls.display_names,
      start_us: calls.started_at.map((at) => at - (first ?? at)),
      duration_us: calls.ended_at.map((end, at) =>
        end === null ? null : end - (calls.started_at[at] ?? end),
      ),
      status: calls.ids.map((_, at) => statusAt(calls, at)),
      model: reported.map((totals) => modelPlaces.get(totals?.keys().next().value ?? '') ?? -1),
      tokens,
      cost,
    },
    usage: Object.fromEntries(traceTotals(order, parent, reported)),
  }
}

type Reported = readonly (ModelTotals | undefined)[]

function reportedTotals(calls: TraceCalls, places: ReadonlyMap<string, number>, prices: PriceBook): Reported {
  const byPlace: (ModelTotals | undefined)[] = calls.ids.map(() => undefined)
  for (const usage of calls.usage) {
    const place = places.get(usage.id)
    if (place === undefined) continue
    const totals = ownTotals([usage], calls.started_at[place] ?? 0, prices)
    const known = byPlace[place]
    if (known) addTotals(known, totals)
    else if (totals.size > 0) byPlace[place] = totals
  }
  return byPlace
}

/**
 * The places in an order in which every call comes before its parent. Calls whose parents form a
 * circle are left out: there is no such order for them.
 */
function childrenFirst(parent: readonly number[]): number[] {
  const childrenLeft = new Int32Array(parent.length)
  for (const place of parent) if (place >= 0) childrenLeft[place] = (childrenLeft[place] ?? 0) + 1
  const order = parent.flatMap((_, place) => (childrenLeft[place] === 0 ? [place] : []))
  // The list grows while it is walked.
  for (const place of order) {
    const above = parent[place] ?? -1
    if (above < 0) continue
    const left = (childrenLeft[above] ?? 0) - 1
    childrenLeft[above] = left
    if (left === 0) order.push(above)
  }
  return order
}

/**
 * A number for each call with all below it. SDKs add up what is below a call in its own report, so a
 * report stands as it is; a call without one, such as a span, has the sum of its children.
 */
function inclusive(
  order: readonly number[],
  parent: readonly number[],
  reported: Reported,
  read: (total: UsageTotal) => number | null,
): (number | null)[] {
  const totals = reported.map((models) => {
    let sum: number | null = null
    for (const total of models?.values() ?? []) sum = sumOfKnown(sum, read(total))
    return sum
  })
  for (const place of order) {
    const above = parent[place] ?? -1
    if (above < 0 || reported[above]) continue
    totals[above] = sumOfKnown(totals[above] ?? null, totals[place] ?? null)
  }
  return totals
}

/** What was reported by those that no report above includes. */
function traceTotals(order: readonly number[], parent: readonly number[], reported: Reported): ModelTotals {
  const sum: ModelTotals = new Map()
  const included = new Uint8Array(parent.length)
  for (const place of order.toReversed()) {
    const above = parent[place] ?? -1
    if (above >= 0 && (reported[above] || included[above])) included[place] = 1
    const totals = reported[place]
    if (totals && !included[place]) addTotals(sum, totals)
  }
  return sum
}

function costOf(total: UsageTotal): number | null {
  const prompt = sumOfKnown(total.prompt_tokens_total_cost, total.completion_tokens_total_cost)
  const cached = sumOfKnown(
    total.cache_read_input_tokens_total_cost,
    total.cache_creation_input_tokens_total_cost,
  )
  return sumOfKnown(prompt, cached)
}

function statusAt(calls: TraceCalls, at: number): CallStatus {
  return callStatus({
    started_at: calls.started_at[at] ?? 0,
    ended_at: calls.ended_at[at] ?? null,
    failed: calls.failed[at] ?? false,
    descendant_failed: calls.descendant_failed[at] ?? false,
  })
}
