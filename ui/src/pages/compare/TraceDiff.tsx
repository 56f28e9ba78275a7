import { useMemo } from 'react'
import { Link } from 'wouter'
import { type CallWithTexts, useCallsById } from '../../api/call.ts'
import { useTracePayloads } from '../../api/trace.ts'
import { callName } from '../../call/name.ts'
import { Chip } from '../../components/Chip.tsx'
import { EmptyState } from '../../components/EmptyState.tsx'
import { ErrorState } from '../../components/ErrorState.tsx'
import { TimeAgo } from '../../components/Figures.tsx'
import { SkeletonLines } from '../../components/Skeleton.tsx'
import { TextDiff } from '../../components/TextDiff/TextDiff.tsx'
import { prettyJson } from '../../json/pretty.ts'
import { useSearchParam } from '../../navigation/params.ts'
import { callPath } from '../../navigation/paths.ts'
import { SplitPane } from '../../trace/SplitPane.tsx'
import type { TraceTree } from '../../trace/tree.ts'
import { useTrace } from '../../trace/useTrace.ts'
import { type AlignedCall, alignTrees, type ComparedTraces, countStates, diffState } from './align.ts'
import styles from './Compare.module.css'
import { DiffRows } from './DiffRows.tsx'
import { DiffSummary } from './DiffSummary.tsx'

/** In longer traces, payloads are compared only for the selected call. */
const PAYLOAD_CALLS_MAX = 500

interface TraceDiffProps {
  readonly projectId: string
  readonly left: CallWithTexts
  readonly right: CallWithTexts
  readonly diffOnly: boolean
}

/** Diff of two traces as one tree. */
export function TraceDiff({ projectId, left, right, diffOnly }: TraceDiffProps) {
  return (
    <div className={styles.traces}>
      <p className={styles.shown}>
        <Chip tone="accent">Baseline</Chip>
        <TraceName projectId={projectId} call={left} />
        <span aria-hidden="true">→</span>
        <TraceName projectId={projectId} call={right} />
      </p>
      {left.trace_id === right.trace_id ? (
        <EmptyState title="Both calls belong to the same trace">Choose a call from another trace.</EmptyState>
      ) : (
        <ReadDiff projectId={projectId} left={left} right={right} diffOnly={diffOnly} />
      )}
    </div>
  )
}

function TraceName({ projectId, call }: { readonly projectId: string; readonly call: CallWithTexts }) {
  return (
    <>
      <Link href={callPath(projectId, call.id)}>{callName(call)}</Link>
      <TimeAgo at={call.started_at} as="local" />
    </>
  )
}

function ReadDiff({ projectId, left, right, diffOnly }: TraceDiffProps) {
  const leftTrace = useTrace(projectId, left.id)
  const rightTrace = useTrace(projectId, right.id)
  const failed = [leftTrace, rightTrace].filter((trace) => trace.state === 'failed')
  if (failed[0]) {
    const retry = () => {
      for (const trace of failed) trace.retry()
    }
    return <ErrorState title="Could not load traces" error={failed[0].error} onRetry={retry} />
  }
  if (leftTrace.state === 'missing' || rightTrace.state === 'missing') {
    return <EmptyState title="One of the traces no longer exists">It may have been deleted.</EmptyState>
  }
  if (leftTrace.state !== 'ready' || rightTrace.state !== 'ready') return <SkeletonLines />
  return <Diff projectId={projectId} left={leftTrace.tree} right={rightTrace.tree} diffOnly={diffOnly} />
}

interface DiffProps extends ComparedTraces {
  readonly projectId: string
  readonly diffOnly: boolean
}

function Diff({ projectId, left, right, diffOnly }: DiffProps) {
  const traceIds = [left.skeleton.trace_id, right.skeleton.trace_id]
  const isSmall = left.count + right.count <= PAYLOAD_CALLS_MAX
  const { data: payloads } = useTracePayloads(projectId, traceIds, isSmall)
  const pairs = useMemo(() => alignTrees(left, right), [left, right])
  const states = useMemo(
    () => pairs.map((pair) => diffState(pair, { left, right, payloads })),
    [pairs, left, right, payloads],
  )
  const [chosen, setChosen] = useSearchParam('pair')
  const selected = Math.min(pairs.length - 1, Math.max(0, Number(chosen) || 0))
  const pair = pairs[selected]
  return (
    <>
      <DiffSummary left={left} right={right} counts={countStates(states)} />
      <div className={styles.panes}>
        <SplitPane storedAs="trace-diff" direction="columns">
          <DiffRows
            left={left}
            right={right}
            pairs={pairs}
            states={states}
            diffOnly={diffOnly}
            selected={selected}
            onSelect={(at) => setChosen(String(at), { replace: true })}
          />
          {pair ? <PairDiff projectId={projectId} left={left} right={right} pair={pair} /> : null}
        </SplitPane>
      </div>
    </>
  )
}

/** Longer payloads are truncated before comparing. */
const CHARACTERS_MAX = 400_000

interface PairDiffProps {
  readonly projectId: string
  readonly left: TraceTree
  readonly right: TraceTree
  readonly pair: AlignedCall
}

/** Line diff of the inputs and outputs of a call and its counterpart. */
function PairDiff({ projectId, left, right, pair }: PairDiffProps) {
  const leftId = pair.left === undefined ? undefined : left.skeleton.calls.id[pair.left]
  const rightId = pair.right === undefined ? undefined : right.skeleton.calls.id[pair.right]
  const ids = [leftId, rightId].flatMap((id) => id ?? [])
  const results = useCallsById(projectId, ids)
  if (results.some(({ isPending }) => isPending)) return <SkeletonLines />
  const callOf = (id: string | undefined) => results[ids.indexOf(id ?? '')]?.data ?? undefined
  const before = callOf(leftId)
  const after = callOf(rightId)
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable by keyboard.
    <div className={styles.pair} role="region" aria-label="Selected calls" tabIndex={0}>
      <p className={styles.pairHead}>
        {leftId !== undefined && <Link href={callPath(projectId, leftId)}>Open baseline call</Link>}
        {rightId !== undefined && <Link href={callPath(projectId, rightId)}>Open compared call</Link>}
      </p>
      <h2>Inputs</h2>
      <TextDiff label="Inputs" before={payload(before, 'inputs')} after={payload(after, 'inputs')} />
      <h2>Output</h2>
      <TextDiff label="Output" before={payload(before, 'output')} after={payload(after, 'output')} />
      {(before?.exception ?? after?.exception) != null && (
        <>
          <h2>Exception</h2>
          <TextDiff label="Exception" before={before?.exception ?? ''} after={after?.exception ?? ''} />
        </>
      )}
    </div>
  )
}

/** Indented JSON, with line breaks inside strings. */
function payload(call: CallWithTexts | undefined, name: 'inputs' | 'output'): string {
  const text = call?.texts[name].slice(0, CHARACTERS_MAX) ?? ''
  return prettyJson(text).replaceAll('\\n', '\n')
}
