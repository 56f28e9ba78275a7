import type { TraceTree } from '@heddle/contract/compare/tree'
import { Link, useLocation } from 'wouter'
import { useLocationProperty } from 'wouter/use-browser-location'
import { CollectMenu } from '../collect/CollectMenu.tsx'
import { buttonClass, IconButton } from '../components/Button.tsx'
import { CopyButton } from '../components/CopyButton.tsx'
import { Segmented } from '../components/Field.tsx'
import { Icon } from '../components/icons.tsx'
import { useCommands } from '../keyboard/commands.ts'
import { serverUrl } from '../navigation/base-path.ts'
import { usePageTitle } from '../navigation/page-title.ts'
import { useSearchParam } from '../navigation/params.ts'
import { callPath, comparePath, lastTracesPath, neighbours, similarCallPath } from '../navigation/paths.ts'
import { CallFacts } from './CallFacts.tsx'
import { DownloadMenu } from './DownloadMenu.tsx'
import styles from './Trace.module.css'
import { useTrace } from './useTrace.ts'

interface TraceHeaderProps {
  readonly projectId: string
  readonly callId: string
  readonly place: 'page' | 'peek'
  readonly onSelect: (callId: string) => void
  readonly onClose?: () => void
}

/** The one header of a trace: its name, the selected call with its figures, and what can be done with them. */
export function TraceHeader({ projectId, callId, place, onSelect, onClose }: TraceHeaderProps) {
  const trace = useTrace(projectId, callId)
  const tree = trace.state === 'ready' ? trace.tree : undefined
  return (
    <header className={styles.header}>
      <div className={styles.bar}>
        {place === 'page' && (
          <span className={styles.steps}>
            <Link
              href={lastTracesPath(projectId)}
              className={buttonClass('ghost', 'small')}
              aria-label="All traces"
            >
              <Icon name="chevronLeft" size={14} />
            </Link>
            {tree && <TraceSteps projectId={projectId} tree={tree} />}
          </span>
        )}
        <Title tree={tree} callId={callId} place={place} onSelect={onSelect} />
        {trace.state !== 'missing' && (
          <Actions projectId={projectId} callId={callId} tree={tree} place={place} />
        )}
        {onClose && <IconButton label="Close" icon="close" size="small" onClick={onClose} />}
      </div>
      {tree && <CallFacts projectId={projectId} tree={tree} selected={tree.indexOfId.get(callId) ?? 0} />}
    </header>
  )
}

type TitleProps = Pick<TraceHeaderProps, 'callId' | 'place' | 'onSelect'> & {
  readonly tree: TraceTree | undefined
}

/** The name of the trace and, unless it is the root, that of the selected call. */
function Title({ tree, callId, place, onSelect }: TitleProps) {
  const root = tree?.order[0] ?? 0
  const name = tree?.names[root] ?? 'Trace'
  const selected = tree?.indexOfId.get(callId) ?? root
  usePageTitle(place === 'page' ? name : undefined)
  const Heading = place === 'page' ? 'h1' : 'h2'
  return (
    <div className={styles.title}>
      <Heading className={styles.heading} title={name}>
        {selected === root ? (
          name
        ) : (
          <button
            type="button"
            className={styles.toRoot}
            onClick={() => onSelect(tree?.skeleton.calls.id[root] ?? '')}
          >
            {name}
          </button>
        )}
      </Heading>
      {selected !== root && (
        <>
          <Icon name="chevronRight" size={12} />
          <p className={styles.current} title={tree?.names[selected]}>
            {tree?.names[selected]}
          </p>
        </>
      )}
      {tree && <CopyButton text={callId} label="Copy call ID" />}
    </div>
  )
}

type ActionsProps = Pick<TraceHeaderProps, 'projectId' | 'callId' | 'place'> & {
  readonly tree: TraceTree | undefined
}

function Actions({ projectId, callId, place, tree }: ActionsProps) {
  const [mode, setMode] = useTraceMode()
  const fullPage = useLocationProperty(() => similarCallPath(projectId, callId))
  const look = place === 'page' ? 'button' : 'icon'
  return (
    <span className={styles.actions}>
      {tree && tree.count > 1 && (
        <Segmented label="Trace view" options={MODES} value={mode} onChange={setMode} />
      )}
      <span className={styles.tools}>
        <CopyButton text={`${serverUrl()}${callPath(projectId, callId)}`} label="Copy link" icon="link" />
        {tree && <DownloadMenu projectId={projectId} traceId={tree.skeleton.trace_id} />}
        <CollectMenu projectId={projectId} callId={callId} look={look} />
        {place === 'page' ? (
          <Link href={comparePath(projectId, [callId])} className={buttonClass('secondary', 'small')}>
            <Icon name="compare" size={14} /> Compare
          </Link>
        ) : (
          <Link
            href={fullPage}
            className={buttonClass('ghost', 'small')}
            aria-label="Full page"
            title="Full page (Enter)"
          >
            <Icon name="external" size={14} />
          </Link>
        )}
      </span>
    </span>
  )
}

const MODES = [
  { value: 'tree', label: 'Tree' },
  { value: 'timeline', label: 'Timeline' },
  { value: 'transcript', label: 'Transcript' },
] as const

/** How a trace is shown: `mode` of the URL. */
export type TraceMode = (typeof MODES)[number]['value']

export function useTraceMode(): [TraceMode, (mode: TraceMode) => void] {
  const [value, setValue] = useSearchParam('mode')
  const mode = MODES.find((each) => each.value === value)?.value ?? 'tree'
  return [mode, (next) => setValue(next === 'tree' ? undefined : next, { replace: true })]
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
    if (id !== undefined) navigate(similarCallPath(projectId, id), { replace: true })
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
