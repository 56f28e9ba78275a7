import { opName } from '../call/name.ts'
import { sumOfKnown } from '../call/usage.ts'
import type { TraceSkeleton } from '../skeleton.ts'

/**
 * A trace in flat arrays. Calls are identified by their index in the skeleton's columns; `order` lists
 * the indexes depth first, so that descendants directly follow their call.
 */
export interface TraceTree {
  readonly skeleton: TraceSkeleton
  readonly count: number
  readonly names: readonly string[]
  /** Op names in the order of the skeleton; refs are reduced to the name. */
  readonly opNames: readonly string[]
  /** Call indexes, depth first. */
  readonly order: Int32Array
  /** Position of each call in `order`. */
  readonly position: Int32Array
  /** End of each call's descendants in `order`, exclusive. */
  readonly end: Int32Array
  readonly depth: Int32Array
  readonly parent: Int32Array
  /** Microseconds after the trace's start. A running call ends with the trace. */
  readonly startUs: Float64Array
  readonly endUs: Float64Array
  /** Of the whole trace. */
  readonly durationUs: number
  readonly indexOfId: ReadonlyMap<string, number>
}

export function traceTree(skeleton: TraceSkeleton, nowUs?: number): TraceTree {
  const { calls } = skeleton
  const count = calls.id.length
  const parent = Int32Array.from(calls.parent)
  const opNames = skeleton.op_names.map(opName)
  const names = calls.op_name.map((op, index) => calls.display_name[index] ?? opNames[op] ?? '')
  return {
    skeleton,
    count,
    names,
    opNames,
    parent,
    ...depthFirst(parent),
    ...timesOf(skeleton, nowUs),
    indexOfId: new Map(calls.id.map((id, index) => [id, index])),
  }
}

/** Figures of a trace, summed over its models; null if unknown. */
export function traceFigures(usage: TraceSkeleton['usage']) {
  const models = Object.values(usage)
  return {
    tokens: sumOfKnown(models.map(({ total_tokens }) => total_tokens)),
    cost: sumOfKnown(models.map(({ total_cost }) => total_cost)),
    reportedCost: sumOfKnown(models.map(({ reported_cost }) => reported_cost)),
  }
}

/** Number of descendants of a call. */
export const countBelow = (tree: TraceTree, index: number): number =>
  (tree.end[index] ?? 0) - (tree.position[index] ?? 0) - 1

export const isLeaf = (tree: TraceTree, index: number): boolean => countBelow(tree, index) === 0

/** Children of a call, by start time. */
export function childrenOf(tree: TraceTree, index: number): number[] {
  const children: number[] = []
  const end = tree.end[index] ?? 0
  for (let at = (tree.position[index] ?? 0) + 1; at < end; ) {
    const child = tree.order[at] ?? -1
    children.push(child)
    at = tree.end[child] ?? end
  }
  return children
}

export const durationUs = (tree: TraceTree, index: number): number =>
  (tree.endUs[index] ?? 0) - (tree.startUs[index] ?? 0)

function depthFirst(parent: Int32Array): Pick<TraceTree, 'order' | 'position' | 'end' | 'depth'> {
  const count = parent.length
  const { first, next } = childLists(parent)
  const order = new Int32Array(count)
  const position = new Int32Array(count).fill(-1)
  const end = new Int32Array(count)
  const depth = new Int32Array(count)
  let length = 0

  const walk = (root: number) => {
    for (let at = root; at >= 0; ) {
      order[length] = at
      position[at] = length++
      const child = first[at] ?? -1
      if (child >= 0 && position[child] === -1) {
        depth[child] = (depth[at] ?? 0) + 1
        at = child
        continue
      }
      at = onward(at, root)
    }
  }
  /** The next call after the descendants of this one: its sibling, or that of an ancestor. */
  const onward = (from: number, root: number): number => {
    for (let at = from; ; at = parent[at] ?? -1) {
      end[at] = length
      if (at === root) return -1
      const sibling = next[at] ?? -1
      if (sibling >= 0) {
        depth[sibling] = depth[at] ?? 0
        return sibling
      }
    }
  }

  for (let index = 0; index < count; index++) if (parent[index] === -1) walk(index)
  // Cycles have no root: the first call of each becomes one.
  for (let index = 0; index < count; index++) {
    if (position[index] !== -1) continue
    detach(index)
    walk(index)
  }
  return { order, position, end, depth }

  function detach(index: number): void {
    const above = parent[index] ?? -1
    parent[index] = -1
    for (let at = first[above] ?? -1, before = -1; at >= 0; before = at, at = next[at] ?? -1) {
      if (at !== index) continue
      if (before < 0) first[above] = next[index] ?? -1
      else next[before] = next[index] ?? -1
    }
  }
}

/** Children as linked lists, in the order of the columns. */
function childLists(parent: Int32Array): { first: Int32Array; next: Int32Array } {
  const first = new Int32Array(parent.length).fill(-1)
  const next = new Int32Array(parent.length).fill(-1)
  for (let index = parent.length - 1; index >= 0; index--) {
    const above = parent[index] ?? -1
    if (above < 0) continue
    next[index] = first[above] ?? -1
    first[above] = index
  }
  return { first, next }
}

function timesOf(
  { calls }: TraceSkeleton,
  nowUs: number | undefined,
): Pick<TraceTree, 'startUs' | 'endUs' | 'durationUs'> {
  const startUs = Float64Array.from(calls.start_us)
  let last = nowUs ?? 0
  calls.duration_us.forEach((duration, index) => {
    last = Math.max(last, (startUs[index] ?? 0) + (duration ?? 0))
  })
  const endUs = Float64Array.from(calls.duration_us, (duration, index) =>
    duration === null ? last : (startUs[index] ?? 0) + duration,
  )
  return { startUs, endUs, durationUs: Math.max(last, 1) }
}
