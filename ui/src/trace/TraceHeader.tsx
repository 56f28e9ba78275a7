import { type TraceTree, traceFigures } from '@heddle/contract/compare/tree'
import { useEffect } from 'react'
import { Link, useLocation } from 'wouter'
import { CollectMenu } from '../collect/CollectMenu.tsx'
import { buttonClass, IconButton } from '../components/Button.tsx'
import { CopyButton } from '../components/CopyButton.tsx'
import { Segmented } from '../components/Field.tsx'
import { Duration, Money, TimeAgo, Tokens } from '../components/Figures.tsx'
import { Icon } from '../components/icons.tsx'
import { StatusDot } from '../components/StatusDot.tsx'
import { formatCount } from '../format/number.ts'
import { useCommands } from '../keyboard/commands.ts'
import { serverUrl } from '../navigation/base-path.ts'
import { useSearchParam } from '../navigation/params.ts'
import { callPath, comparePath, lastTracesPath, neighbours } from '../navigation/paths.ts'
import { DownloadMenu } from './DownloadMenu.tsx'
import styles from './Trace.module.css'
import { useTrace } from './useTrace.ts'

interface TraceHeaderProps {
  readonly projectId: string
  readonly callId: string
  readonly place: 'page' | 'peek'
  readonly onClose?: () => void
}

/** Name, totals and view options of the trace. */
export function TraceHeader({ projectId, callId, place, onClose }: TraceHeaderProps) {
  const trace = useTrace(projectId, callId)
  const [mode, setMode] = useSearchParam('mode')
  const root = trace.state === 'ready' ? (trace.tree.order[0] ?? 0) : 0
  const title = trace.state === 'ready' ? (trace.tree.names[root] ?? '') : 'Trace'
  useEffect(() => {
    if (place === 'page') document.title = `${title} · Heddle`
  }, [place, title])
  const Heading = place === 'page' ? 'h1' : 'h2'
  return (
    <header className={styles.header}>
      {place === 'page' && (
        <Link
          href={lastTracesPath(projectId)}
          className={buttonClass('ghost', 'small')}
          aria-label="All traces"
        >
          <Icon name="chevronLeft" size={14} />
        </Link>
      )}
      {place === 'page' && trace.state === 'ready' && <TraceSteps projectId={projectId} tree={trace.tree} />}
      <Heading className={styles.heading}>{title}</Heading>
      {trace.state === 'ready' && <Totals tree={trace.tree} root={root} />}
      <span className={styles.actions}>
        <Segmented
          label="Trace view"
          options={[
            { value: 'tree', label: 'Tree' },
            { value: 'transcript', label: 'Transcript' },
          ]}
          value={mode === 'transcript' ? 'transcript' : 'tree'}
          onChange={(next) => setMode(next === 'tree' ? undefined : next, { replace: true })}
        />
        <CopyButton text={`${serverUrl()}${callPath(projectId, callId)}`} label="Copy link" />
        <CollectMenu projectId={projectId} callId={callId} />
        {trace.state === 'ready' && (
          <DownloadMenu projectId={projectId} traceId={trace.tree.skeleton.trace_id} />
        )}
        {place === 'page' ? (
          <Link href={comparePath(projectId, [callId])} className={buttonClass('secondary', 'small')}>
            <Icon name="compare" size={14} /> Compare
          </Link>
        ) : (
          <Link href={callPath(projectId, callId)} className={buttonClass('secondary', 'small')}>
            <Icon name="external" size={14} /> Full page
          </Link>
        )}
        {onClose && <IconButton label="Close" icon="close" size="small" onClick={onClose} />}
      </span>
    </header>
  )
}

interface TraceStepsProps {
  readonly projectId: string
  readonly tree: TraceTree
}

/** To the previous and next trace of the table. */
function TraceSteps({ projectId, tree }: TraceStepsProps) {
  const [, navigate] = useLocation()
  const { previous, next } = neighbours(projectId, (id) => tree.indexOfId.has(id))
  const open = (id: string | undefined) => () => {
    if (id !== undefined) navigate(callPath(projectId, id), { replace: true })
  }
  const steps = [
    { id: 'trace-previous', title: 'Previous trace', keys: 'K', icon: 'arrowUp' as const, to: previous },
    { id: 'trace-next', title: 'Next trace', keys: 'J', icon: 'arrowDown' as const, to: next },
  ]
  useCommands([
    ...steps.map(({ id, title, keys, icon, to }) => ({
      id,
      title,
      keys,
      icon,
      group: 'Trace',
      run: open(to),
    })),
    {
      id: 'trace-back',
      title: 'Back to the table',
      group: 'Trace',
      keys: 'Escape',
      inPalette: false,
      run: () => navigate(lastTracesPath(projectId)),
    },
  ])
  return steps.map(({ id, title, keys, icon, to }) => (
    <IconButton
      key={id}
      label={`${title} (${keys})`}
      icon={icon}
      size="small"
      disabled={to === undefined}
      onClick={open(to)}
    />
  ))
}

function Totals({ tree, root }: { readonly tree: TraceTree; readonly root: number }) {
  const { calls, started_at, usage } = tree.skeleton
  const { tokens, cost, reportedCost } = traceFigures(usage)
  return (
    <span className={styles.totals}>
      <StatusDot status={calls.status[root] ?? 'running'} withLabel />
      <span>
        {formatCount(tree.count)} {tree.count === 1 ? 'call' : 'calls'}
      </span>
      <Duration ms={tree.durationUs / 1000} />
      {tokens !== null && (
        <span>
          <Tokens count={tokens} /> tokens
        </span>
      )}
      {cost !== null && <Money dollars={cost} />}
      {reportedCost !== null && (
        <span>
          <Money dollars={reportedCost} /> reported
        </span>
      )}
      {started_at !== null && <TimeAgo at={started_at} />}
    </span>
  )
}
