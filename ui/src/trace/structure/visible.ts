import { childrenOf, durationUs, isLeaf, type TraceTree } from '../tree.ts'

/** The calls that are shown: all but those below a closed one, depth first. */
export function visibleCalls(tree: TraceTree, closed: ReadonlySet<number>): number[] {
  const visible: number[] = []
  for (let at = 0; at < tree.count; ) {
    const index = tree.order[at] ?? -1
    visible.push(index)
    at = closed.has(index) ? (tree.end[index] ?? at + 1) : at + 1
  }
  return visible
}

/** The depth of the deepest of some calls. */
export const depthMaxOf = (tree: TraceTree, calls: readonly number[]): number =>
  calls.reduce((deepest, index) => Math.max(deepest, tree.depth[index] ?? 0), 0)

/** Everything that has calls below it, from a depth on. */
export function closedFrom(tree: TraceTree, depth: number): Set<number> {
  const closed = new Set<number>()
  for (let index = 0; index < tree.count; index++) {
    if ((tree.depth[index] ?? 0) >= depth && !isLeaf(tree, index)) closed.add(index)
  }
  return closed
}

/** One level less: what is deepest among the open calls closes. */
export function closedOneLevel(tree: TraceTree, closed: ReadonlySet<number>): Set<number> {
  return closedFrom(tree, Math.max(0, deepestOpen(tree, closed)))
}

/** One level more. */
export function openedOneLevel(tree: TraceTree, closed: ReadonlySet<number>): Set<number> {
  return closedFrom(tree, deepestOpen(tree, closed) + 2)
}

/** What must be open for a call to be shown. */
export function openedTo(tree: TraceTree, closed: ReadonlySet<number>, index: number): ReadonlySet<number> {
  let next: Set<number> | undefined
  for (let at = tree.parent[index] ?? -1; at >= 0; at = tree.parent[at] ?? -1) {
    if (!closed.has(at)) continue
    next ??= new Set(closed)
    next.delete(at)
  }
  return next ?? closed
}

/** The depth of the deepest call that is shown and open; -1 where all are closed. */
function deepestOpen(tree: TraceTree, closed: ReadonlySet<number>): number {
  let deepest = -1
  for (const index of visibleCalls(tree, closed)) {
    if (!closed.has(index) && !isLeaf(tree, index)) deepest = Math.max(deepest, tree.depth[index] ?? 0)
  }
  return deepest
}

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
