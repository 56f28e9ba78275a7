import { callName } from '@heddle/contract/call/name'
import {
  type AlignedCall,
  alignTrees,
  type ComparedTraces,
  countStates,
  diffState,
} from '@heddle/contract/compare/align'
import type { TraceTree } from '@heddle/contract/compare/tree'
import type { CallMessages } from '@heddle/contract/messages'
import { useMemo } from 'react'
import { Link } from 'wouter'
import { type CallWithTexts, useCallsById } from '../../api/call.ts'
import { useComparableMessages, useMessagesOf } from '../../api/messages.ts'
import { exceptionText } from '../../call/exception.ts'
import { Chip } from '../../components/Chip.tsx'
import { EmptyState } from '../../components/EmptyState.tsx'
import { ErrorState } from '../../components/ErrorState.tsx'
import { Segmented } from '../../components/Field.tsx'
import { TimeAgo } from '../../components/Figures.tsx'
import { SkeletonLines } from '../../components/Skeleton.tsx'
import { TextDiff } from '../../components/TextDiff/TextDiff.tsx'
import { jsonLines } from '../../json/pretty.ts'
import { chatOf, conversationText, hasMessages } from '../../messages/chat.ts'
import { useSearchParam } from '../../navigation/params.ts'
import { callPath } from '../../navigation/paths.ts'
import { SplitPane } from '../../trace/SplitPane.tsx'
import { useTrace } from '../../trace/useTrace.ts'
import styles from './Compare.module.css'
import { DiffRows } from './DiffRows.tsx'
import { DiffSummary } from './DiffSummary.tsx'

/** In longer traces, messages are compared only for the selected call. */
const COMPARED_CALLS_MAX = 500

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
  const callIds = useMemo(() => [...left.skeleton.calls.id, ...right.skeleton.calls.id], [left, right])
  const isSmall = callIds.length <= COMPARED_CALLS_MAX
  const { data: messages } = useComparableMessages(projectId, callIds, isSmall)
  const pairs = useMemo(() => [...alignTrees(left, right)], [left, right])
  const states = useMemo(
    () => pairs.map((pair) => diffState(pair, { left, right, messages })),
    [pairs, left, right, messages],
  )
  const [chosen, setChosen] = useSearchParam('pair')
  const selected = Math.min(pairs.length - 1, Math.max(0, Number(chosen) || 0))
  const pair = pairs[selected]
  return (
    <>
      <DiffSummary left={left} right={right} counts={countStates(states)} />
      <div className={styles.panes}>
        <SplitPane storedAs="trace-diff" direction="columns" shareDefault={46}>
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

interface PairDiffProps {
  readonly projectId: string
  readonly left: TraceTree
  readonly right: TraceTree
  readonly pair: AlignedCall
}

/** Line diff of what went into a call and its counterpart, and what came out: as messages, or as JSON. */
function PairDiff({ projectId, left, right, pair }: PairDiffProps) {
  const leftId = pair.left === undefined ? undefined : left.skeleton.calls.id[pair.left]
  const rightId = pair.right === undefined ? undefined : right.skeleton.calls.id[pair.right]
  const ids = [leftId, rightId].flatMap((id) => id ?? [])
  const calls = useCallsById(projectId, ids)
  const messages = useMessagesOf(projectId, ids)
  const [view, setView] = useSearchParam('view')
  if ([...calls, ...messages].some(({ isPending }) => isPending)) return <SkeletonLines />
  const hasChat = messages.some(({ data }) => data && hasMessages(data))
  const isJson = view === 'json' || !hasChat
  const [before, after] = [leftId, rightId].map((id): ComparedCall => {
    const at = id === undefined ? -1 : ids.indexOf(id)
    return { call: calls[at]?.data ?? undefined, messages: messages[at]?.data ?? undefined }
  })
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable by keyboard.
    <div className={styles.pair} role="region" aria-label="Selected calls" tabIndex={0}>
      <div className={styles.pairHead}>
        {leftId !== undefined && <Link href={callPath(projectId, leftId)}>Open baseline call</Link>}
        {rightId !== undefined && <Link href={callPath(projectId, rightId)}>Open compared call</Link>}
        {hasChat && (
          <Segmented
            label="Difference of"
            options={[
              { value: 'messages', label: 'Messages' },
              { value: 'json', label: 'JSON' },
            ]}
            value={isJson ? 'json' : 'messages'}
            onChange={(next) => setView(next === 'json' ? next : undefined, { replace: true })}
          />
        )}
      </div>
      {sidesOf(before, isJson).map(({ title, text }, at) => {
        const compared = sidesOf(after, isJson)[at]?.text ?? ''
        if (title === 'Exception' && text === '' && compared === '') return null
        return (
          <section key={title}>
            <h2>{title}</h2>
            <TextDiff label={title} before={text} after={compared} />
          </section>
        )
      })}
    </div>
  )
}

interface ComparedCall {
  readonly call: CallWithTexts | undefined
  readonly messages: CallMessages | undefined
}

/** Longer texts are truncated before comparing. */
const CHARACTERS_MAX = 400_000

/** The texts of a call that are compared, always in the same order. */
function sidesOf({ call, messages }: ComparedCall = NO_CALL, isJson: boolean) {
  const chat = chatOf(messages ?? { input: [], output: [] })
  const json = (name: 'inputs' | 'output') => jsonLines(call?.texts[name].slice(0, CHARACTERS_MAX) ?? '')
  return [
    { title: 'Inputs', text: isJson ? json('inputs') : conversationText(chat.input) },
    { title: 'Output', text: isJson ? json('output') : conversationText(chat.output) },
    { title: 'Exception', text: exceptionText(call?.exception ?? '') },
  ]
}

const NO_CALL: ComparedCall = { call: undefined, messages: undefined }
