import { groupBy } from '../measures/group-by.ts'

/** A call's position in its trace. */
export interface CallNode {
  readonly id: string
  readonly trace_id: string
  readonly parent_id: string | null
}

/**
 * The calls with these ids, and all their descendants in the same trace, each once. Cycles of
 * parents do no harm.
 */
export function withDescendants<Node extends CallNode>(
  ids: Iterable<string>,
  nodes: readonly Node[],
): Node[] {
  const children = groupBy(nodes, placeBelow)
  const wanted = new Set(ids)
  const found = new Set(nodes.filter(({ id }) => wanted.has(id)))
  // Iterating over a set includes what is added meanwhile.
  for (const node of found) {
    for (const child of children.get(JSON.stringify([node.trace_id, node.id])) ?? []) found.add(child)
  }
  return [...found]
}

const placeBelow = ({ trace_id, parent_id }: CallNode): string => JSON.stringify([trace_id, parent_id])
