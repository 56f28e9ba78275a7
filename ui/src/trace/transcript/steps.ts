import { countBelow, isLeaf, type TraceTree } from '@heddle/contract/compare/tree'
import type { CallKind } from '@heddle/contract/messages'
import { callKind } from '../../call/kind.ts'

/** A card of the transcript. */
export interface TranscriptStep {
  readonly index: number
  readonly kind: 'start' | 'call' | 'section' | 'end'
  readonly depth: number
}

/** Identifies a card while the trace grows: indexes of calls change, ids do not. */
export const stepId = (tree: TraceTree, step: TranscriptStep | undefined): string =>
  `${step?.kind === 'end' ? 'end' : 'at'} ${tree.skeleton.calls.id[step?.index ?? -1]}`

/** One request, however many layers of a library report it: the outermost call is shown for all of them. */
const REQUESTS: ReadonlySet<CallKind> = new Set(['llm', 'retriever', 'reranker', 'embedding'])

/** Plumbing around a conversation, shown only where it failed. */
const PLUMBING: ReadonlySet<CallKind> = new Set(['chain', 'prompt'])

/**
 * A trace as a conversation: the input, model responses, documents and tool results in order, grouped
 * by agent, and the output. Skips calls that only wrap a single other call.
 */
export function transcriptSteps(tree: TraceTree): TranscriptStep[] {
  const steps: TranscriptStep[] = []
  const sections: number[] = []
  const skipsPlumbing = hasConversation(tree)
  for (let at = 0; at < tree.count; at++) {
    const index = tree.order[at] ?? 0
    const kind = callKind(tree, index)
    while (sections.length > 0 && at >= (tree.end[sections.at(-1) ?? 0] ?? 0)) sections.pop()
    const depth = sections.length
    if (tree.parent[index] === -1 && !isLeaf(tree, index)) steps.push({ index, kind: 'start', depth })
    else if (skipsPlumbing && PLUMBING.has(kind) && !isOwnFailure(tree, index)) continue
    else if (isLeaf(tree, index)) steps.push({ index, kind: 'call', depth })
    else if (REQUESTS.has(kind)) {
      steps.push({ index, kind: 'call', depth })
      at = (tree.end[index] ?? at + 1) - 1
    } else if (kind === 'tool' || isSection(tree, index)) {
      steps.push({ index, kind: kind === 'tool' ? 'call' : 'section', depth })
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

/** Whether there is anything but plumbing below the root. */
const hasConversation = (tree: TraceTree): boolean =>
  tree.order.some((index) => tree.parent[index] !== -1 && !PLUMBING.has(callKind(tree, index)))

const isOwnFailure = (tree: TraceTree, index: number): boolean =>
  isLeaf(tree, index) && tree.skeleton.calls.status[index] === 'error'
