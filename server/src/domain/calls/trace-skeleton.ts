import type { CallStatus } from '@heddle/contract/call/status'
import { isRepetition, type UsageStanding } from '@heddle/contract/call/usage-standing'
import { formatDateTime, type Micros } from '../../time.ts'
import { eachInSteps, mapInSteps, type Steps } from '../../turns.ts'
import type { PriceBook } from '../prices/book.ts'
import type { CallUsage } from './call.ts'
import { figureOf, inclusiveFigures, type ReportingCalls, traceTotals } from './counted-totals.ts'
import { callStatus } from './status.ts'
import { addTotals, type ModelTotals, ownTotals, type UsageTotal } from './usage-totals.ts'

/** The calls of a trace by start, then id, in columns of equal length; `ops` are indexes into `op_names`. */
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
  /** Usage that the calls reported, in any order. */
  readonly usage: readonly CallUsage[]
}

/** A trace without its payloads, in the columns of the contract. */
export function* newTraceSkeleton(trace_id: string, calls: TraceCalls, prices: PriceBook) {
  const places = new Map<string, number>()
  yield* eachInSteps(calls.ids, (id, place) => places.set(id, place))
  const parent = yield* mapInSteps(calls.parent_ids, (id) => (id === null ? -1 : (places.get(id) ?? -1)))
  const reported = yield* reportedTotals(calls, places, prices)
  const tree = { parent, reported, ...calls }
  const tokens = yield* inclusiveFigures(tree, tokensOf)
  const cost = yield* inclusiveFigures(tree, costOf)
  const usage = yield* traceTotals(tree)
  const models = [...new Set(yield* mapInSteps(calls.usage, ({ model }) => model))].sort()
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
      start_us: yield* mapInSteps(calls.started_at, (at) => at - (first ?? at)),
      duration_us: yield* mapInSteps(calls.ended_at, (end, at) =>
        end === null ? null : end - (calls.started_at[at] ?? end),
      ),
      status: yield* mapInSteps(calls.ids, (_, at) => statusAt(calls, at)),
      kind: yield* mapInSteps(calls.kinds, (kind) => kind ?? 'call'),
      model: yield* mapInSteps(
        reported,
        (totals) => modelPlaces.get(totals?.keys().next().value ?? '') ?? -1,
      ),
      tokens: yield* mapInSteps(tokens, (sum, at) => sum ?? figureOf(reported[at], tokensOf)),
      cost,
      usage_standing: calls.usage_standings,
    },
    reports: yield* reportColumns(tree),
    usage: Object.fromEntries(usage),
  }
}

const tokensOf = ({ total_tokens }: UsageTotal): number => total_tokens
const costOf = ({ total_cost }: UsageTotal): number | null => total_cost
const reportedCostOf = ({ reported_cost }: UsageTotal): number | null => reported_cost

function* reportedTotals(
  calls: TraceCalls,
  places: ReadonlyMap<string, number>,
  prices: PriceBook,
): Steps<ReportingCalls['reported']> {
  const byPlace: (ModelTotals | undefined)[] = calls.ids.map(() => undefined)
  yield* eachInSteps(calls.usage, (usage) => {
    const place = places.get(usage.id)
    if (place === undefined) return
    const totals = ownTotals([usage], calls.started_at[place] ?? 0, prices)
    const known = byPlace[place]
    if (known) addTotals(known, totals)
    else if (totals.size > 0) byPlace[place] = totals
  })
  return byPlace
}

/** Usage that calls reported themselves, whether it counts or not; most report none. */
function* reportColumns({ reported, usage_standings }: ReportingCalls) {
  const call: number[] = []
  const tokens: number[] = []
  const cost: (number | null)[] = []
  const reported_cost: (number | null)[] = []
  yield* eachInSteps(reported, (totals, at) => {
    if (!totals) return
    call.push(at)
    tokens.push(figureOf(totals, tokensOf) ?? 0)
    cost.push(isRepetition(usage_standings[at] ?? null) ? null : figureOf(totals, costOf))
    reported_cost.push(figureOf(totals, reportedCostOf))
  })
  return { call, tokens, cost, reported_cost }
}

function statusAt(calls: TraceCalls, at: number): CallStatus {
  return callStatus({
    started_at: calls.started_at[at] ?? 0,
    ended_at: calls.ended_at[at] ?? null,
    failed: calls.failed[at] ?? false,
    descendant_failed: calls.descendant_failed[at] ?? false,
  })
}
