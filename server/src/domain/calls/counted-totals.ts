import type { UsageStanding } from '@heddle/contract/call/usage-standing'
import { eachInSteps, mapInSteps, type Steps } from '../../turns.ts'
import { sumOfKnown } from '../prices/costs.ts'
import { addTotals, type ModelTotals, type UsageTotal } from './usage-totals.ts'

/** Calls of traces with the usage that each reported, in columns of equal length. */
export interface ReportingCalls {
  /** Index of the parent; -1 if it is not among these calls. */
  readonly parent: readonly number[]
  readonly is_span: readonly boolean[]
  readonly usage_standings: readonly (UsageStanding | null)[]
  readonly reported: readonly (ModelTotals | undefined)[]
}

/**
 * A figure of each call including its descendants. A report of the SDKs already includes the SDK calls below it; a call without a
 * report has the sum of its children. Spans that count are added to either.
 */
export function* inclusiveFigures(
  { parent, reported, is_span, usage_standings }: ReportingCalls,
  read: (total: UsageTotal) => number | null,
): Steps<(number | null)[]> {
  const figures: (number | null)[] = []
  const bySpans: (number | null)[] = []
  yield* eachInSteps(reported, (models, place) => {
    const sum = figureOf(models, read)
    figures.push(is_span[place] ? null : sum)
    bySpans.push(is_span[place] && usage_standings[place] === 'counted' ? sum : null)
  })
  yield* eachInSteps(childrenFirst(parent), (place) => {
    const above = parent[place] ?? -1
    if (above < 0) return
    bySpans[above] = sumOfKnown(bySpans[above] ?? null, bySpans[place] ?? null)
    if (is_span[above] || reported[above]) return
    figures[above] = sumOfKnown(figures[above] ?? null, figures[place] ?? null)
  })
  return yield* mapInSteps(figures, (sum, place) => sumOfKnown(sum, bySpans[place] ?? null))
}

/** The sum of a figure over all models of one report. */
export function figureOf(
  models: ModelTotals | undefined,
  read: (total: UsageTotal) => number | null,
): number | null {
  let sum: number | null = null
  for (const total of models?.values() ?? []) sum = sumOfKnown(sum, read(total))
  return sum
}

/** Totals per model: spans that count, and reports of SDK calls that no report above them includes. */
export function* traceTotals({
  parent,
  reported,
  is_span,
  usage_standings,
}: ReportingCalls): Steps<ModelTotals> {
  const sum: ModelTotals = new Map()
  const included = new Uint8Array(parent.length)
  yield* eachInSteps(childrenFirst(parent).reverse(), (place) => {
    const above = parent[place] ?? -1
    if (above >= 0 && (reported[above] || included[above] || is_span[above])) included[place] = 1
    const totals = reported[place]
    const counts = is_span[place] ? usage_standings[place] === 'counted' : !included[place]
    if (totals && counts) addTotals(sum, totals)
  })
  return sum
}

/**
 * Indexes of the calls, each before its parent. Calls whose parents form a cycle are left out,
 * since they have no such order.
 */
export function childrenFirst(parent: readonly number[]): number[] {
  const childrenLeft = new Int32Array(parent.length)
  for (const place of parent) if (place >= 0) childrenLeft[place] = (childrenLeft[place] ?? 0) + 1
  const order: number[] = []
  for (let place = 0; place < parent.length; place++) if (childrenLeft[place] === 0) order.push(place)
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
