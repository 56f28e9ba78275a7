import { groupBy } from '../measures/group-by.ts'

/** A call's place in its trace. */
export interface CallNode {
  readonly id: string
  readonly trace_id: string
  readonly parent_id: string | null
}

/**
 * The named calls that are among the nodes, and everything below them in their own trace, each
 * once. Parents that form a circle do no harm.
 */
export function withDescendants<Node extends CallNode>(
  ids: Iterable<string>,
  nodes: readonly Node[],
): Node[] {
  const children = groupBy(nodes, placeBelow)
  const wanted = new Set(ids)
  const found = new Set(nodes.filter(({ id }) => wanted.has(id)))
  // A set hands out what is added to it while it is walked.
  for (const node of found) {
    for (const child of children.get(JSON.stringify([node.trace_id, node.id])) ?? []) found.add(child)
  }
  return [...found]
}

const placeBelow = ({ trace_id, parent_id }: CallNode): string => JSON.stringify([trace_id, parent_id])
