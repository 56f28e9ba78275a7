import { type TraceTree, traceTree } from '@heddle/contract/compare/tree'
import type { TraceSkeleton } from '@heddle/contract/skeleton'
import { useTraceId, useTraceSkeleton } from '../api/trace.ts'

type Trace =
  | { readonly state: 'loading' }
  | { readonly state: 'missing' }
  | { readonly state: 'failed'; readonly error: unknown; readonly retry: () => void }
  | { readonly state: 'ready'; readonly tree: TraceTree }

const trees = new WeakMap<TraceSkeleton, TraceTree>()

/** Cached, because several components show the same trace. */
function treeOf(skeleton: TraceSkeleton, readAtMs: number): TraceTree {
  const known = trees.get(skeleton)
  if (known) return known
  const startedAt = Date.parse(skeleton.started_at ?? '')
  const isRunning = skeleton.calls.status.includes('running')
  const tree = isRunning ? traceTree(skeleton, (readAtMs - startedAt) * 1000) : traceTree(skeleton)
  trees.set(skeleton, tree)
  return tree
}

/** The trace that a call is part of. */
export function useTrace(projectId: string, callId: string): Trace {
  const traceId = useTraceId(projectId, callId)
  const skeleton = useTraceSkeleton(projectId, traceId.data)
  const { data, dataUpdatedAt } = skeleton
  const tree = data && treeOf(data, dataUpdatedAt)

  // A trace that is loaded stays in view while it cannot be read again.
  const failed = [traceId, skeleton].find(({ isLoadingError }) => isLoadingError)
  if (failed) return { state: 'failed', error: failed.error, retry: () => void failed.refetch() }
  if (traceId.data === null || tree?.count === 0) return { state: 'missing' }
  // While another trace loads, the previous one is kept only if it contains the call.
  const isLast = traceId.isPlaceholderData && tree?.indexOfId.has(callId) === false
  return tree && !isLast ? { state: 'ready', tree } : { state: 'loading' }
}
