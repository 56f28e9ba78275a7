import { callKind, countBelow, isLeaf, type TraceTree } from '../tree.ts'

/** A card of the transcript. */
export interface TranscriptStep {
  readonly index: number
  readonly kind: 'start' | 'call' | 'section' | 'end'
  readonly depth: number
}

/**
 * A trace as a conversation: the input, model responses and tool results in order, grouped by
 * agent, and the output. Skips calls that only wrap a single other call.
 */
export function transcriptSteps(tree: TraceTree): TranscriptStep[] {
  const steps: TranscriptStep[] = []
  const sections: number[] = []
  for (let at = 0; at < tree.count; at++) {
    const index = tree.order[at] ?? 0
    while (sections.length > 0 && at >= (tree.end[sections.at(-1) ?? 0] ?? 0)) sections.pop()
    const isRoot = tree.parent[index] === -1
    const depth = sections.length
    if (isLeaf(tree, index)) steps.push({ index, kind: 'call', depth })
    else if (isRoot) steps.push({ index, kind: 'start', depth })
    else if (isSection(tree, index)) {
      steps.push({ index, kind: 'section', depth })
      sections.push(index)
    }
  }
  const root = tree.order[0]
  if (root !== undefined && tree.count > 1) steps.push({ index: root, kind: 'end', depth: 0 })
  return steps
}

/** Agents, and calls with enough descendants to be a section. */
const isSection = (tree: TraceTree, index: number): boolean =>
  callKind(tree, index) === 'agent' || countBelow(tree, index) > 1
