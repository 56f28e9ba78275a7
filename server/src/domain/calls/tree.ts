import { eachInSteps, type Steps } from '../../turns.ts'
import { addToGroup } from '../measures/group-by.ts'

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
export function* withDescendants<Node extends CallNode>(
  ids: Iterable<string>,
  nodes: readonly Node[],
): Steps<Node[]> {
  const children = new Map<string | null, Node[]>()
  const wanted = new Set(ids)
  const found = new Set<Node>()
  yield* eachInSteps(nodes, (node) => {
    addToGroup(children, node.parent_id, node)
    if (wanted.has(node.id)) found.add(node)
  })
  // Iterating over a set includes what is added meanwhile.
  yield* eachInSteps(found, ({ id, trace_id }) => {
    for (const child of children.get(id) ?? []) if (child.trace_id === trace_id) found.add(child)
  })
  return [...found]
}
