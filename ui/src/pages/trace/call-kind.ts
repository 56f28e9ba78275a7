import { type CallKind, kindOf } from '../../call/kind.ts'
import { isLeaf, type TraceTree } from './structure/tree.ts'

/** What a call is. Its attributes are not known here; that it reported a model, or has no calls below it, tells more than its name. */
export function callKind(tree: TraceTree, index: number): CallKind {
  const leaf = isLeaf(tree, index)
  const named = kindOf(tree.names[index] ?? '', undefined)
  if (named === 'retriever' || named === 'scorer' || named === 'agent') return named
  if (leaf) return (tree.skeleton.calls.model[index] ?? -1) >= 0 ? 'llm' : 'tool'
  return 'step'
}
