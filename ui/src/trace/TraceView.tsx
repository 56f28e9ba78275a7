import type { TraceTree } from '@heddle/contract/compare/tree'
import { useCallback, useEffect } from 'react'
import { Link } from 'wouter'
import { usePrefetchedCall } from '../api/call.ts'
import { buttonClass } from '../components/Button.tsx'
import { Chip } from '../components/Chip.tsx'
import { EmptyState } from '../components/EmptyState.tsx'
import { ErrorState } from '../components/ErrorState.tsx'
import { SkeletonLines } from '../components/Skeleton.tsx'
import { formatCount } from '../format/number.ts'
import { ToolRuns } from '../messages/tool-runs.ts'
import { lastTracesPath } from '../navigation/paths.ts'
import { CallDetail } from './detail/CallDetail.tsx'
import { SplitPane } from './SplitPane.tsx'
import { StructurePane, structureHeight } from './structure/StructurePane.tsx'
import { useStructure } from './structure/useStructure.ts'
import styles from './Trace.module.css'
import { type TraceMode, useTraceMode } from './TraceHeader.tsx'
import { Transcript } from './transcript/Transcript.tsx'
import { useToolRuns } from './useToolRuns.ts'
import { useTrace } from './useTrace.ts'
import { useTraceKeys } from './useTraceKeys.ts'

interface TraceViewProps {
  readonly projectId: string
  /** The call in the URL. */
  readonly callId: string
  readonly onSelect: (callId: string) => void
  readonly place: 'page' | 'peek'
}

/** A trace: tree or transcript, next to the details of the selected call. */
export function TraceView({ projectId, callId, onSelect, place }: TraceViewProps) {
  const trace = useTrace(projectId, callId)
  usePrefetchedCall(projectId, callId)
  switch (trace.state) {
    case 'loading':
      return <SkeletonLines count={12} />
    case 'missing':
      return (
        <EmptyState
          title="Call not found"
          icon="search"
          actions={
            place === 'page' && (
              <Link href={lastTracesPath(projectId)} className={buttonClass('secondary')}>
                All traces
              </Link>
            )
          }
        >
          It may have been deleted, or it has not started yet.
        </EmptyState>
      )
    case 'failed':
      return <ErrorState title="Could not load the trace" error={trace.error} onRetry={trace.retry} />
    case 'ready':
      return (
        <Panes projectId={projectId} tree={trace.tree} callId={callId} onSelect={onSelect} place={place} />
      )
  }
}

function Panes({ projectId, tree, callId, onSelect, place }: TraceViewProps & { readonly tree: TraceTree }) {
  const [mode] = useTraceMode()
  const selected = tree.indexOfId.get(callId) ?? tree.order[0] ?? 0
  const { calls } = tree.skeleton
  const select = useCallback(
    (index: number) => {
      const id = tree.skeleton.calls.id[index]
      if (id !== undefined) onSelect(id)
    },
    [tree, onSelect],
  )
  const structure = useStructure(tree, { selected, onSelect: select })
  const { reveal } = structure
  // biome-ignore lint/correctness/useExhaustiveDependencies: collapsing an ancestor manually is not undone.
  useEffect(() => reveal(selected), [selected, tree])
  useTraceKeys({ projectId, structure, selected, onSelect: select, place })
  const toolRuns = useToolRuns(projectId, tree)
  const detail = <CallDetail projectId={projectId} callId={calls.id[selected] ?? callId} place={place} />
  // A tree of one call says nothing that its details do not.
  if (tree.count === 1) return <ToolRuns value={toolRuns}>{detail}</ToolRuns>

  return (
    <ToolRuns value={toolRuns}>
      <SplitPane key={`${place}-${mode}`} {...splitOf(mode, place, tree)}>
        <div className={styles.left}>
          {tree.skeleton.has_more && (
            <Chip tone="warn">Only the first {formatCount(tree.count)} calls are shown</Chip>
          )}
          {mode === 'transcript' ? (
            <Transcript projectId={projectId} tree={tree} selected={selected} onSelect={select} />
          ) : (
            <StructurePane
              projectId={projectId}
              mode={mode}
              showsPreviews={mode === 'tree' && place === 'peek'}
              structure={structure}
              selected={selected}
              onSelect={select}
            />
          )}
        </div>
        {detail}
      </SplitPane>
    </ToolRuns>
  )
}

/** The tree is narrow, beside the call; the timeline has the full width, above it. The call gets the larger part. */
function splitOf(mode: TraceMode, place: TraceViewProps['place'], tree: TraceTree) {
  const isBeside = place === 'page' && mode !== 'timeline'
  return {
    storedAs: mode === 'tree' ? place : `${place}-${mode}`,
    direction: isBeside ? ('columns' as const) : ('rows' as const),
    shareDefault: { tree: 30, timeline: 40, transcript: 40 }[mode],
    // A transcript is what people read, while the tree and the timeline lead to a call.
    ...(mode === 'transcript' ? { phoneShareMin: 65 } : { stackedHeightMax: structureHeight(mode, tree) }),
  }
}
