import { childrenOf, durationUs, type TraceTree } from '../tree.ts'

/** The calls a person looks for first. Undefined where there is none. */
export interface NotableCalls {
  /** By the time spent in the call itself, not in those below it. */
  readonly slowest: number | undefined
  /** By its own share of the cost. */
  readonly costliest: number | undefined
  readonly firstError: number | undefined
}

export const NOTHING_NOTABLE: NotableCalls = {
  slowest: undefined,
  costliest: undefined,
  firstError: undefined,
}

export function notableCalls(tree: TraceTree): NotableCalls {
  const { status, cost } = tree.skeleton.calls
  const indexes = [...tree.order]
  const firstError = status.indexOf('error')
  const ownCost = (index: number) =>
    (cost[index] ?? 0) - childrenOf(tree, index).reduce((sum, child) => sum + (cost[child] ?? 0), 0)
  return {
    slowest: largest(indexes, (index) => ownTimeUs(tree, index)),
    costliest: largest(indexes, ownCost),
    firstError: firstError < 0 ? undefined : firstError,
  }
}

/** The time of a call during which no call directly below it ran. */
export function ownTimeUs(tree: TraceTree, index: number): number {
  let covered = 0
  let until = tree.startUs[index] ?? 0
  const end = tree.endUs[index] ?? 0
  for (const child of childrenOf(tree, index)) {
    const from = Math.max(until, tree.startUs[child] ?? 0)
    const to = Math.min(end, tree.endUs[child] ?? 0)
    if (to > from) {
      covered += to - from
      until = to
    }
  }
  return durationUs(tree, index) - covered
}

function largest(indexes: readonly number[], measure: (index: number) => number): number | undefined {
  let best: number | undefined
  let most = 0
  for (const index of indexes) {
    const value = measure(index)
    if (value > most) {
      most = value
      best = index
    }
  }
  return best
}
