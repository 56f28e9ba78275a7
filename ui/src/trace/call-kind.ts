import { type CallKind, kindOf } from '../call/kind.ts'
import { isLeaf, type TraceTree } from './structure/tree.ts'

/**
 * What a call is, where its attributes are not known: as the name of its op tells, as everywhere. Where
 * that tells nothing, its place does: at the end of a branch are models and, below other calls, tools.
 */
export function callKind(tree: TraceTree, index: number): CallKind {
  const { op_name, model } = tree.skeleton.calls
  const named = kindOf(tree.opNames[op_name[index] ?? -1] ?? '', undefined)
  if (named !== 'step' || !isLeaf(tree, index)) return named
  if ((model[index] ?? -1) >= 0) return 'llm'
  return tree.parent[index] === -1 ? 'step' : 'tool'
}
