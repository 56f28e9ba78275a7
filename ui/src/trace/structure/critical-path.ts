import { childrenOf, type TraceTree } from '@heddle/contract/compare/tree'

/**
 * The calls that determine the duration of the trace: from the end backwards, always the last call to
 * finish before the next one on the path started.
 */
export function criticalPath(tree: TraceTree): ReadonlySet<number> {
  const path = new Set<number>()
  const root = lastToEnd(tree)
  if (root === undefined) return path
  const pending = [root]
  for (let index = pending.pop(); index !== undefined; index = pending.pop()) {
    path.add(index)
    pending.push(...blockingChildren(tree, index))
  }
  return path
}

function blockingChildren(tree: TraceTree, index: number): number[] {
  const children = childrenOf(tree, index).sort((a, b) => (tree.endUs[b] ?? 0) - (tree.endUs[a] ?? 0))
  const found: number[] = []
  let before = tree.endUs[index] ?? 0
  for (const child of children) {
    if ((tree.endUs[child] ?? 0) > before) continue
    found.push(child)
    before = tree.startUs[child] ?? 0
  }
  return found
}

function lastToEnd(tree: TraceTree): number | undefined {
  let last: number | undefined
  for (let index = 0; index < tree.count; index++) {
    if (tree.parent[index] !== -1) continue
    if (last === undefined || (tree.endUs[index] ?? 0) > (tree.endUs[last] ?? 0)) last = index
  }
  return last
}
