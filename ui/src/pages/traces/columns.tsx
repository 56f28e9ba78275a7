import { numberAt, valueAt } from '@heddle/contract/call/json'
import { callName } from '@heddle/contract/call/name'
import { usageOf } from '@heddle/contract/call/usage'
import type { CallRecord } from '@heddle/contract/calls'
import type { MouseEvent } from 'react'
import type { UsageByCall } from '../../api/counted-usage.ts'
import { customColumn } from '../../call/custom-columns.tsx'
import { exceptionMessage } from '../../call/exception.ts'
import { feedbackMarks } from '../../call/feedback.ts'
import { KIND_ICONS, kindOf } from '../../call/kind.ts'
import { inputPreview, outputPreview } from '../../call/preview.ts'
import { Chip } from '../../components/Chip.tsx'
import type { DataColumn } from '../../components/DataTable/columns.ts'
import { Cost, Duration, MoneyCell, OpenFor, TimeAgo, Tokens } from '../../components/Figures.tsx'
import { Icon } from '../../components/icons.tsx'
import { callStatus, StatusDot } from '../../components/StatusDot.tsx'
import { formatPreview } from '../../format/preview.ts'
import { BASE_PATH } from '../../navigation/base-path.ts'
import { callPath } from '../../navigation/paths.ts'
import styles from './Page.module.css'

export type CallColumn = DataColumn<CallRecord>

interface ColumnOptions {
  readonly projectId: string
  /** Usage below calls that report none themselves. */
  readonly usageBelow?: UsageByCall
  /** Latency that fills the bar. */
  readonly latencyMaxMs: number
  /** Paths added by the user. */
  readonly customPaths: readonly string[]
}

const NO_USAGE: UsageByCall = new Map()
const BELOW = 'in the calls below'

/** Columns of the traces table, in their default order. */
export function callColumns({
  projectId,
  usageBelow = NO_USAGE,
  latencyMaxMs,
  customPaths,
}: ColumnOptions): CallColumn[] {
  return [
    { id: 'status', title: 'Status', titleHidden: true, width: 26, fits: true, cell: statusCell },
    {
      id: 'name',
      title: 'Name',
      width: 140,
      grow: 1.7,
      sortable: true,
      cell: (call) => <NameCell projectId={projectId} call={call} />,
    },
    {
      id: 'inputs',
      title: 'Inputs',
      width: 100,
      grow: 2,
      cell: (call) => <Preview text={inputPreview(call)} />,
    },
    { id: 'output', title: 'Output', width: 100, grow: 2, cell: outputCell },
    ...customPaths.map(customColumn),
    { id: 'feedback', title: 'Feedback', width: 112, cell: feedbackCell },
    {
      id: 'end_user',
      title: 'User',
      width: 84,
      sortable: true,
      cell: endUserCell,
    },
    { id: 'model', title: 'Model', width: 122, grow: 0.7, cell: modelCell },
    {
      id: 'tokens',
      title: 'Tokens',
      width: 60,
      align: 'end',
      fits: true,
      sortable: true,
      cell: (call) => {
        const { tokens } = usageOf(call)
        if (tokens !== undefined) return <Tokens count={tokens} />
        return <Tokens count={usageBelow.get(call.id)?.tokens} note={BELOW} />
      },
    },
    {
      id: 'cost',
      title: 'Cost',
      width: 84,
      align: 'end',
      fits: true,
      sortable: true,
      cell: (call) => {
        const { tokens, cost, reportedCost } = usageOf(call)
        if (tokens !== undefined || cost !== undefined) return <Cost counted={cost} reported={reportedCost} />
        const below = usageBelow.get(call.id)
        return <Cost counted={below?.cost} reported={below?.reported_cost} note={BELOW} />
      },
    },
    {
      id: 'summary.weave.latency_ms',
      title: 'Latency',
      width: 96,
      align: 'end',
      fits: true,
      sortable: true,
      cell: (call) =>
        call.ended_at === null ? (
          <OpenFor since={call.started_at} />
        ) : (
          <LatencyCell ms={latencyOf(call)} maxMs={latencyMaxMs} />
        ),
    },
    {
      id: 'started_at',
      title: 'Started',
      width: 108,
      sortable: true,
      fits: true,
      cell: ({ started_at }) => <TimeAgo at={started_at} as="local" />,
    },
    ...optionalColumns,
  ]
}

const optionalColumns: CallColumn[] = [
  {
    id: 'user',
    title: 'Account',
    width: 100,
    optional: true,
    cell: ({ wb_username, wb_user_id }) => wb_username ?? wb_user_id,
  },
  {
    id: 'reported_cost',
    title: 'Reported cost',
    width: 100,
    align: 'end',
    optional: true,
    cell: (call) => <MoneyCell dollars={usageOf(call).reportedCost} />,
  },
  {
    id: 'exception',
    title: 'Exception',
    width: 220,
    optional: true,
    cell: ({ exception }) => exception && errorPreview(exception),
  },
  {
    id: 'trace_id',
    title: 'Trace ID',
    width: 150,
    optional: true,
    cell: ({ trace_id }) => <code>{trace_id}</code>,
  },
  { id: 'id', title: 'Call ID', width: 150, optional: true, cell: ({ id }) => <code>{id}</code> },
  { id: 'thread_id', title: 'Thread', width: 120, optional: true, cell: ({ thread_id }) => thread_id },
  { id: 'wb_run_id', title: 'Run', width: 140, optional: true, cell: ({ wb_run_id }) => wb_run_id },
  { id: 'refs', title: 'Object refs', width: 200, optional: true, cell: refsCell },
]

export const latencyOf = (call: CallRecord): number | undefined => numberAt(call.summary, 'weave.latency_ms')

/** The person that the traced program served; the account that sent the call has a column of its own. */
const endUserCell = ({ summary }: CallRecord) => {
  const user = valueAt(summary, 'weave.end_user')
  return typeof user === 'string' ? <span title={user}>{user}</span> : null
}

const statusCell = (call: CallRecord) => (
  <StatusDot status={callStatus(valueAt(call.summary, 'weave.status'))} />
)

function outputCell(call: CallRecord) {
  if (call.exception) return <span className={styles.exception}>{errorPreview(call.exception)}</span>
  return <Preview text={outputPreview(call)} />
}

const errorPreview = (exception: string): string => formatPreview(exceptionMessage(exception))

const Preview = ({ text }: { readonly text: string }) => <span className={styles.preview}>{text}</span>

const MARKS_SHOWN = 2

function feedbackCell(call: CallRecord) {
  const marks = feedbackMarks(call)
  if (marks.length === 0) return null
  // As many as fit whole; the rest is in the tooltip of a number.
  const shown = marks.length <= MARKS_SHOWN ? marks.length : MARKS_SHOWN - 1
  return (
    <span className={styles.marks}>
      {marks.slice(0, shown).map(({ key, kind, short, title }) => (
        <Chip key={key} title={title} {...(kind === 'note' && { icon: 'message' })}>
          {short}
        </Chip>
      ))}
      {marks.length > shown && (
        <Chip
          title={marks
            .slice(shown)
            .map(({ title }) => title)
            .join('\n')}
        >
          +{marks.length - shown}
        </Chip>
      )}
    </span>
  )
}

function modelCell(call: CallRecord) {
  const { models } = usageOf(call)
  const [first, ...others] = models
  return <span title={models.join('\n')}>{others.length === 0 ? first : `${first} +${others.length}`}</span>
}

/** Names and versions of the refs among the inputs. */
function refsCell({ inputs }: CallRecord) {
  const refs = Object.values(inputs).filter(
    (value) => typeof value === 'string' && value.startsWith('weave:///'),
  )
  return refs.map((ref) => String(ref).split('/').slice(6).join('/')).join(', ')
}

interface NameCellProps {
  readonly projectId: string
  readonly call: CallRecord
}

/** Link to the page of a call; a plain click is handled by the row, which opens the peek pane. */
function NameCell({ projectId, call }: NameCellProps) {
  const { icon, label } = KIND_ICONS[kindOf(call)]
  const leaveToRow = (event: MouseEvent<HTMLAnchorElement>) => {
    if (event.metaKey || event.ctrlKey) return
    event.preventDefault()
    // Otherwise Enter would follow the focused link instead of opening the row at the keyboard cursor.
    event.currentTarget.blur()
  }
  return (
    <span className={styles.name} title={`${label}: ${callName(call)}`}>
      <Icon name={icon} size={14} />
      <a
        data-row-link
        href={`${BASE_PATH}${callPath(projectId, call.id)}`}
        className={styles.link}
        onClick={leaveToRow}
      >
        {callName(call)}
      </a>
    </span>
  )
}

interface LatencyCellProps {
  readonly ms: number | undefined
  readonly maxMs: number
}

function LatencyCell({ ms, maxMs }: LatencyCellProps) {
  const share = ms === undefined || maxMs === 0 ? 0 : Math.min(1, Math.max(0.02, ms / maxMs))
  return (
    <span className={styles.latency}>
      {ms !== undefined && (
        <span className={styles.track} aria-hidden="true" style={{ '--share': `${share * 100}%` }} />
      )}
      <Duration ms={ms} />
    </span>
  )
}
