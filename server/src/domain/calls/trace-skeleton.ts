import { formatDateTime, type Micros } from '../../time.ts'
import type { PriceBook } from '../prices/book.ts'
import type { CallUsage } from './call.ts'
import type { UsageStanding } from './counting.ts'
import { type CallStatus, callStatus } from './status.ts'
import { addTotals, type ModelTotals, ownTotals, sumOfKnown, type UsageTotal } from './usage.ts'

/** The calls of a trace by start, then id, in columns of equal length; `ops` are places in `op_names`. */
export interface TraceCalls {
  readonly ids: readonly string[]
  readonly parent_ids: readonly (string | null)[]
  readonly ops: readonly number[]
  readonly op_names: readonly string[]
  readonly display_names: readonly (string | null)[]
  readonly kinds: readonly (string | null)[]
  readonly started_at: readonly Micros[]
  readonly ended_at: readonly (Micros | null)[]
  readonly failed: readonly boolean[]
  readonly descendant_failed: readonly boolean[]
  readonly is_span: readonly boolean[]
  readonly usage_standings: readonly (UsageStanding | null)[]
  /** What the calls reported of their models, in no order. */
  readonly usage: readonly CallUsage[]
}

/** Everything about a trace but its payloads, in the columns that the contract describes. */
export function newTraceSkeleton(trace_id: string, calls: TraceCalls, prices: PriceBook) {
  const places = new Map(calls.ids.map((id, place) => [id, place]))
  const parent = calls.parent_ids.map((id) => (id === null ? -1 : (places.get(id) ?? -1)))
  const reported = reportedTotals(calls, places, prices)
  const order = childrenFirst(parent)
  const tree = { order, parent, reported, ...calls }
  const tokens = inclusive(tree, ({ total_tokens }) => total_tokens)
  const cost = inclusive(tree, costOf)
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
      kind: calls.kinds.map((kind) => kind ?? 'call'),
      model: reported.map((totals) => modelPlaces.get(totals?.keys().next().value ?? '') ?? -1),
      tokens: tokens.map((sum, at) => sum ?? asSent(reported[at])),
      cost,
      usage_standing: calls.usage_standings,
    },
    usage: Object.fromEntries(traceTotals(tree)),
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

interface Tree extends Pick<TraceCalls, 'is_span' | 'usage_standings'> {
  readonly order: readonly number[]
  readonly parent: readonly number[]
  readonly reported: Reported
}

/**
 * A number for each call with all that counts below it. SDKs add up what is below a call in its own report, so a report of
 * theirs includes those of calls of SDKs below it; one without a report has the sum of its children. Spans that count are added to that.
 */
function inclusive(tree: Tree, read: (total: UsageTotal) => number | null): (number | null)[] {
  const { order, parent, reported, is_span } = tree
  const own = reported.map((models) => sumOf(models, read))
  const bySdk = own.map((sum, at) => (is_span[at] ? null : sum))
  const bySpans = own.map((sum, at) => (is_span[at] && tree.usage_standings[at] === 'counted' ? sum : null))
  for (const place of order) {
    const above = parent[place] ?? -1
    if (above < 0) continue
    bySpans[above] = sumOfKnown(bySpans[above] ?? null, bySpans[place] ?? null)
    if (is_span[above] || reported[above]) continue
    bySdk[above] = sumOfKnown(bySdk[above] ?? null, bySdk[place] ?? null)
  }
  return bySdk.map((sum, at) => sumOfKnown(sum, bySpans[at] ?? null))
}

function sumOf(models: ModelTotals | undefined, read: (total: UsageTotal) => number | null): number | null {
  let sum: number | null = null
  for (const total of models?.values() ?? []) sum = sumOfKnown(sum, read(total))
  return sum
}

/** A span that does not count shows its tokens as sent, and no cost. */
const asSent = (models: ModelTotals | undefined): number | null =>
  sumOf(models, ({ total_tokens }) => total_tokens)

/** The spans that count, and what calls of SDKs reported that no report above includes. */
function traceTotals({ order, parent, reported, is_span, usage_standings }: Tree): ModelTotals {
  const sum: ModelTotals = new Map()
  const included = new Uint8Array(parent.length)
  for (const place of order.toReversed()) {
    const above = parent[place] ?? -1
    if (above >= 0 && (reported[above] || included[above] || is_span[above])) included[place] = 1
    const totals = reported[place]
    const counts = is_span[place] ? usage_standings[place] === 'counted' : !included[place]
    if (totals && counts) addTotals(sum, totals)
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
