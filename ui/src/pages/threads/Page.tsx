import type { ThreadRecord } from '@heddle/contract/threads'
import { useMemo, useState } from 'react'
import { Link } from 'wouter'
import { type ThreadSummary, useThreadSummaries } from '../../api/thread-summaries.ts'
import { THREADS_MAX, useThreads } from '../../api/threads.ts'
import { Button, buttonClass } from '../../components/Button.tsx'
import type { DataColumn } from '../../components/DataTable/columns.ts'
import { DataTable } from '../../components/DataTable/DataTable.tsx'
import { EmptyState } from '../../components/EmptyState.tsx'
import { Cost, TimeAgo } from '../../components/Figures.tsx'
import { FullPage } from '../../components/FullPage.tsx'
import { Loaded } from '../../components/Loaded.tsx'
import { PageHeader } from '../../components/PageHeader.tsx'
import { termText } from '../../filter/edit.ts'
import { formatCount } from '../../format/number.ts'
import { useCommands } from '../../keyboard/commands.ts'
import { useProjectId, useSearchParam } from '../../navigation/params.ts'
import { tracesPath } from '../../navigation/paths.ts'
import { RangePicker } from '../../range/RangePicker.tsx'
import type { RangeBounds } from '../../range/time-range.ts'
import { type TimeRange, useTimeRange } from '../../range/useTimeRange.ts'
import styles from './Page.module.css'
import { Turns } from './Turns.tsx'

const NONE: readonly ThreadRecord[] = []

/** Conversations on the left, the selected one on the right. */
export default function ThreadsPage() {
  const projectId = useProjectId()
  const range = useTimeRange()
  const query = useThreads(projectId, range.bounds)
  const { data, isPending } = query
  const threads = data?.threads ?? NONE
  const [chosen, choose] = useSearchParam('thread')
  const shown = chosen ?? threads[0]?.thread_id
  const step = (by: number) => {
    const at = threads.findIndex(({ thread_id }) => thread_id === shown)
    const next = threads[at + by]
    if (next) choose(next.thread_id, { replace: true })
  }
  useCommands([
    {
      id: 'next-thread',
      title: 'Next thread',
      group: 'Threads',
      keys: 'j',
      inPalette: false,
      run: () => step(1),
    },
    {
      id: 'last-thread',
      title: 'Previous thread',
      group: 'Threads',
      keys: 'k',
      inPalette: false,
      run: () => step(-1),
    },
  ])

  const actions = (
    <>
      <RangePicker range={range} />
      {shown !== undefined && (
        <Link
          href={tracesPath(projectId, termText('thread', shown), range.text)}
          className={buttonClass('secondary')}
        >
          View calls
        </Link>
      )}
    </>
  )
  return (
    <FullPage>
      <PageHeader title="Threads" aside={data && <ThreadCount {...data} />} actions={actions} />
      <Loaded what="threads" queries={[query]}>
        {!isPending && threads.length === 0 && chosen === undefined ? (
          <NoThreads range={range} />
        ) : (
          <div className={styles.body}>
            <ThreadList
              projectId={projectId}
              threads={threads}
              bounds={range.bounds}
              shown={shown}
              onChoose={choose}
              isLoading={isPending}
            />
            {shown !== undefined && <Turns key={shown} projectId={projectId} threadId={shown} />}
          </div>
        )}
      </Loaded>
    </FullPage>
  )
}

interface ThreadCountProps {
  readonly threads: readonly ThreadRecord[]
  readonly hasMore: boolean
}

function ThreadCount({ threads, hasMore }: ThreadCountProps) {
  if (!hasMore) return formatCount(threads.length)
  const most = formatCount(THREADS_MAX)
  return <span title={`The latest ${most} threads. Choose a time range to see others.`}>{most}+</span>
}

function NoThreads({ range: { text, setRange } }: { readonly range: TimeRange }) {
  if (text === undefined) {
    return (
      <EmptyState title="No conversations yet" icon="thread">
        With the SDK, run calls inside weave.thread(). Over HTTP, send each turn with its thread_id, and with
        its own ID as turn_id. A turn appears once it has ended.
      </EmptyState>
    )
  }
  return (
    <EmptyState
      title="No conversations in this time range"
      icon="thread"
      actions={<Button onClick={() => setRange(undefined)}>Show all time</Button>}
    />
  )
}

const ROWS_STEP = 50

/** The threads as rows; those near the end of the list load as it is scrolled. */
function ThreadList({ threads, ...table }: ThreadListProps) {
  const [listed, setListed] = useState(ROWS_STEP)
  const rows = threads.slice(0, listed)
  const ids = rows.map(({ thread_id }) => thread_id)
  const summaries = useThreadSummaries(table.projectId, ids, table.bounds)
  const columns = useMemo(() => threadColumns(summaries), [summaries])
  return (
    <DataTable
      label="Threads"
      columns={columns}
      rows={rows}
      rowId={({ thread_id }) => thread_id}
      activeId={table.shown}
      onOpen={({ thread_id }) => table.onChoose(thread_id)}
      isLoading={table.isLoading}
      hasMore={listed < threads.length}
      onEndReached={() => setListed(listed + ROWS_STEP)}
    />
  )
}

interface ThreadListProps {
  readonly projectId: string
  readonly threads: readonly ThreadRecord[]
  readonly bounds: RangeBounds
  readonly shown: string | undefined
  readonly onChoose: (threadId: string) => void
  readonly isLoading: boolean
}

const threadColumns = (
  summaries: ReadonlyMap<string, ThreadSummary>,
): readonly DataColumn<ThreadRecord>[] => [
  {
    id: 'thread',
    title: 'First message',
    width: 140,
    grow: 1,
    cell: ({ thread_id }) => {
      const first = summaries.get(thread_id)?.firstMessage
      return (
        <span className={styles.name} title={first ? `${first}\n${thread_id}` : thread_id}>
          {first || thread_id}
        </span>
      )
    },
  },
  { id: 'turns', title: 'Turns', width: 50, align: 'end', cell: ({ turn_count }) => turn_count },
  {
    id: 'cost',
    title: 'Cost',
    width: 84,
    align: 'end',
    cell: ({ thread_id }) => {
      const { cost, reported_cost } = summaries.get(thread_id) ?? {}
      return <Cost counted={cost} reported={reported_cost} />
    },
  },
  { id: 'user', title: 'User', width: 80, cell: ({ thread_id }) => summaries.get(thread_id)?.endUser },
  { id: 'updated', title: 'Active', width: 80, cell: ({ last_updated }) => <TimeAgo at={last_updated} /> },
]
