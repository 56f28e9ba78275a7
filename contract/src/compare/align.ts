import { opName } from '../call/name.ts'
import { childrenOf, type TraceTree } from './tree.ts'

/** A call and its counterpart in the other trace; undefined on the side that has none. */
export interface AlignedCall {
  readonly left: number | undefined
  readonly right: number | undefined
  readonly depth: number
}

/** Longer lists of siblings are paired greedily, because the optimal pairing is quadratic. */
const CELLS_MAX = 4_000_000

/**
 * Merges two traces into one tree, and returns its calls one by one, depth first. Siblings are paired by op, in order, so that
 * as many as possible have a counterpart. Descendants of an unpaired call are unpaired too.
 */
export function* alignTrees(left: TraceTree, right: TraceTree): Generator<AlignedCall, void> {
  const pending = pairs(rootsOf(left), rootsOf(right), 0).reverse()
  for (let pair = pending.pop(); pair; pair = pending.pop()) {
    yield pair
    const leftBelow = pair.left === undefined ? [] : childrenOf(left, pair.left)
    const rightBelow = pair.right === undefined ? [] : childrenOf(right, pair.right)
    // Too many for the arguments of one call.
    for (const below of pairs(leftBelow, rightBelow, pair.depth + 1).reverse()) pending.push(below)
  }

  function pairs(lefts: readonly number[], rights: readonly number[], depth: number): AlignedCall[] {
    const leftOps = lefts.map((index) => opOf(left, index))
    const rightOps = rights.map((index) => opOf(right, index))
    return matches(leftOps, rightOps).map(([l, r]) => ({
      left: l === undefined ? undefined : lefts[l],
      right: r === undefined ? undefined : rights[r],
      depth,
    }))
  }
}

type Match = readonly [left: number | undefined, right: number | undefined]

function matches(left: readonly string[], right: readonly string[]): Match[] {
  if (left.length * right.length > CELLS_MAX) return matchesInOnePass(left, right)
  const common = commonLengths(left, right)
  const width = right.length + 1
  const found: Match[] = []
  let l = 0
  let r = 0
  while (l < left.length && r < right.length) {
    if (left[l] === right[r]) found.push([l++, r++])
    else if ((common[(l + 1) * width + r] ?? 0) >= (common[l * width + r + 1] ?? 0))
      found.push([l++, undefined])
    else found.push([undefined, r++])
  }
  return [...found, ...rest(l, left.length, r, right.length)]
}

/** `common[l * width + r]`: length of the longest common subsequence from l and r on. */
function commonLengths(left: readonly string[], right: readonly string[]): Uint16Array {
  const width = right.length + 1
  const common = new Uint16Array((left.length + 1) * width)
  for (let l = left.length - 1; l >= 0; l--) {
    for (let r = right.length - 1; r >= 0; r--) {
      const after = common[(l + 1) * width + r + 1] ?? 0
      common[l * width + r] =
        left[l] === right[r]
          ? after + 1
          : Math.max(common[(l + 1) * width + r] ?? 0, common[l * width + r + 1] ?? 0)
    }
  }
  return common
}

function matchesInOnePass(left: readonly string[], right: readonly string[]): Match[] {
  const found: Match[] = []
  const indexesOf = descendingIndexes(right)
  let r = 0
  left.forEach((op, l) => {
    const indexes = indexesOf.get(op) ?? []
    let at = indexes.pop()
    while (at !== undefined && at < r) at = indexes.pop()
    if (at === undefined) {
      found.push([l, undefined])
      return
    }
    while (r < at) found.push([undefined, r++])
    found.push([l, r++])
  })
  return [...found, ...rest(left.length, left.length, r, right.length)]
}

/** Where each op is, the first index last. */
function descendingIndexes(ops: readonly string[]): Map<string, number[]> {
  const indexesOf = new Map<string, number[]>()
  for (const [index, op] of [...ops.entries()].reverse()) {
    const indexes = indexesOf.get(op)
    if (indexes) indexes.push(index)
    else indexesOf.set(op, [index])
  }
  return indexesOf
}

const rest = (l: number, leftEnd: number, r: number, rightEnd: number): Match[] => [
  ...Array.from({ length: leftEnd - l }, (_, at): Match => [l + at, undefined]),
  ...Array.from({ length: rightEnd - r }, (_, at): Match => [undefined, r + at]),
]

const rootsOf = (tree: TraceTree): number[] => [...tree.order].filter((index) => tree.parent[index] === -1)

/** All versions of an op count as the same op. */
function opOf({ skeleton }: TraceTree, index: number): string {
  return opName(skeleton.op_names[skeleton.calls.op_name[index] ?? -1] ?? '')
}

export type DiffState = 'same' | 'changed' | 'added' | 'removed'

/** What was said in calls, by id, as texts that can be compared. */
type MessageTexts = ReadonlyMap<string, string>

export interface ComparedTraces {
  readonly left: TraceTree
  readonly right: TraceTree
  /** If missing, calls are compared by their skeletons only. */
  readonly messages?: MessageTexts | undefined
}

/** State of a call on the right compared with its counterpart on the left. */
export function diffState(pair: AlignedCall, { left, right, messages }: ComparedTraces): DiffState {
  if (pair.left === undefined) return 'added'
  if (pair.right === undefined) return 'removed'
  const before = traits(left, pair.left, messages)
  const after = traits(right, pair.right, messages)
  return before.every((trait, at) => trait === after[at]) ? 'same' : 'changed'
}

/** Ignores durations, which always differ. */
function traits(
  { skeleton }: TraceTree,
  index: number,
  messages: MessageTexts | undefined,
): readonly unknown[] {
  const { id, status, model, tokens, display_name } = skeleton.calls
  return [
    status[index],
    skeleton.models[model[index] ?? -1],
    tokens[index],
    display_name[index],
    messages?.get(id[index] ?? ''),
  ]
}

export type StateCounts = Readonly<Record<DiffState, number>>

export function countStates(states: readonly DiffState[]): StateCounts {
  const counts = { same: 0, changed: 0, added: 0, removed: 0 }
  for (const state of states) counts[state]++
  return counts
}

/** Duration of a call; null while running. */
export function callDurationMs({ skeleton }: TraceTree, index: number): number | null {
  const durationUs = skeleton.calls.duration_us[index] ?? null
  return durationUs === null ? null : durationUs / 1000
}

/** Duration of a trace; undefined while any of its calls is running. */
export const traceDurationMs = ({ skeleton, durationUs }: TraceTree): number | undefined =>
  skeleton.calls.duration_us.includes(null) ? undefined : durationUs / 1000
