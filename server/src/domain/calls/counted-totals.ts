import { sumOfKnown } from '../prices/costs.ts'
import type { UsageStanding } from './counting.ts'
import { addTotals, type ModelTotals, type UsageTotal } from './usage-totals.ts'

/** Calls of traces with what each of them reported, in columns of equal length. */
export interface ReportingCalls {
  /** Place of the parent in these columns; -1 if it is not among them. */
  readonly parent: readonly number[]
  readonly is_span: readonly boolean[]
  readonly usage_standings: readonly (UsageStanding | null)[]
  readonly reported: readonly (ModelTotals | undefined)[]
}

/**
 * A figure for each call with all that counts below it. The SDKs add up what is below a call in its own report, so a report of
 * theirs includes those of SDK calls below it; a call without a report has the sum of its children. Spans that count are
 * added to that.
 */
export function inclusiveFigures(
  { parent, reported, is_span, usage_standings }: ReportingCalls,
  read: (total: UsageTotal) => number | null,
): (number | null)[] {
  const own = reported.map((models) => figureOf(models, read))
  const bySdk = own.map((sum, at) => (is_span[at] ? null : sum))
  const bySpans = own.map((sum, at) => (is_span[at] && usage_standings[at] === 'counted' ? sum : null))
  for (const place of childrenFirst(parent)) {
    const above = parent[place] ?? -1
    if (above < 0) continue
    bySpans[above] = sumOfKnown(bySpans[above] ?? null, bySpans[place] ?? null)
    if (is_span[above] || reported[above]) continue
    bySdk[above] = sumOfKnown(bySdk[above] ?? null, bySdk[place] ?? null)
  }
  return bySdk.map((sum, at) => sumOfKnown(sum, bySpans[at] ?? null))
}

/** A figure of all models of one report. */
export function figureOf(
  models: ModelTotals | undefined,
  read: (total: UsageTotal) => number | null,
): number | null {
  let sum: number | null = null
  for (const total of models?.values() ?? []) sum = sumOfKnown(sum, read(total))
  return sum
}

/** By model: the spans that count, and what SDK calls reported that no report above includes. */
export function traceTotals({ parent, reported, is_span, usage_standings }: ReportingCalls): ModelTotals {
  const sum: ModelTotals = new Map()
  const included = new Uint8Array(parent.length)
  for (const place of childrenFirst(parent).toReversed()) {
    const above = parent[place] ?? -1
    if (above >= 0 && (reported[above] || included[above] || is_span[above])) included[place] = 1
    const totals = reported[place]
    const counts = is_span[place] ? usage_standings[place] === 'counted' : !included[place]
    if (totals && counts) addTotals(sum, totals)
  }
  return sum
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
