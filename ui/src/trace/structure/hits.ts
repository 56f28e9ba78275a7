import type { TraceTree } from './tree.ts'

/** The calls whose names contain the words, and those whose payloads do, in the order of the tree. */
export function hitsOf(tree: TraceTree, words: string, payloadIds: readonly string[]): number[] {
  const wanted = words.trim().toLowerCase()
  if (wanted === '') return []
  const hits = new Set(payloadIds.flatMap((id) => tree.indexOfId.get(id) ?? []))
  tree.names.forEach((name, index) => {
    if (name.toLowerCase().includes(wanted)) hits.add(index)
  })
  return [...hits].sort((a, b) => (tree.position[a] ?? 0) - (tree.position[b] ?? 0))
}
