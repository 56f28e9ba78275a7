import { childrenOf, durationUs, isLeaf, type TraceTree } from '@heddle/contract/compare/tree'

/** Visible calls, depth first: all except descendants of collapsed calls. */
export function visibleCalls(tree: TraceTree, closed: ReadonlySet<number>): number[] {
  const visible: number[] = []
  for (let at = 0; at < tree.count; ) {
    const index = tree.order[at] ?? -1
    visible.push(index)
    at = closed.has(index) ? (tree.end[index] ?? at + 1) : at + 1
  }
  return visible
}

/** All calls with children at this depth or deeper. */
export function closedFrom(tree: TraceTree, depth: number): Set<number> {
  const closed = new Set<number>()
  for (let index = 0; index < tree.count; index++) {
    if ((tree.depth[index] ?? 0) >= depth && !isLeaf(tree, index)) closed.add(index)
  }
  return closed
}

/** Collapses the deepest expanded level. */
export function closedOneLevel(tree: TraceTree, closed: ReadonlySet<number>): Set<number> {
  return closedFrom(tree, Math.max(0, deepestOpen(tree, closed)))
}

/** Expands one more level. */
export function openedOneLevel(tree: TraceTree, closed: ReadonlySet<number>): Set<number> {
  return closedFrom(tree, deepestOpen(tree, closed) + 2)
}

/** Expands the ancestors of a call. */
export function openedTo(tree: TraceTree, closed: ReadonlySet<number>, index: number): ReadonlySet<number> {
  let next: Set<number> | undefined
  for (let at = tree.parent[index] ?? -1; at >= 0; at = tree.parent[at] ?? -1) {
    if (!closed.has(at)) continue
    next ??= new Set(closed)
    next.delete(at)
  }
  return next ?? closed
}

/** The call itself if it is visible, else the outermost of its collapsed ancestors. */
export function nearestVisible(tree: TraceTree, closed: ReadonlySet<number>, index: number): number {
  let nearest = index
  for (let at = tree.parent[index] ?? -1; at >= 0; at = tree.parent[at] ?? -1) {
    if (closed.has(at)) nearest = at
  }
  return nearest
}

/** Depth of the deepest expanded call; -1 if all are collapsed. */
function deepestOpen(tree: TraceTree, closed: ReadonlySet<number>): number {
  let deepest = -1
  for (const index of visibleCalls(tree, closed)) {
    if (!closed.has(index) && !isLeaf(tree, index)) deepest = Math.max(deepest, tree.depth[index] ?? 0)
  }
  return deepest
}

/** Calls worth jumping to. Undefined if there is none. */
export interface NotableCalls {
  /** By self time, excluding children. */
  readonly slowest: number | undefined
  /** By its own cost, excluding children. */
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

/** The failed calls, from top to bottom. */
export const errorsOf = (tree: TraceTree): number[] =>
  [...tree.order].filter((index) => tree.skeleton.calls.status[index] === 'error')

/** The failed call below the selected one, or the first; undefined if there is none. */
export function nextError(tree: TraceTree, selected: number): number | undefined {
  const errors = errorsOf(tree)
  const here = tree.position[selected] ?? 0
  return errors.find((index) => (tree.position[index] ?? 0) > here) ?? errors[0]
}

/** Self time: time during which no child was running. */
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
