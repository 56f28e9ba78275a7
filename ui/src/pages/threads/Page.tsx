import type { ThreadRecord } from '@heddle/contract/threads'
import { Link } from 'wouter'
import { useThreads } from '../../api/threads.ts'
import { buttonClass } from '../../components/Button.tsx'
import type { DataColumn } from '../../components/DataTable/columns.ts'
import { DataTable } from '../../components/DataTable/DataTable.tsx'
import { EmptyState } from '../../components/EmptyState.tsx'
import { ErrorState } from '../../components/ErrorState.tsx'
import { Duration, TimeAgo } from '../../components/Figures.tsx'
import { PageHeader } from '../../components/PageHeader.tsx'
import { termText } from '../../filter/edit.ts'
import { useCommands } from '../../keyboard/commands.ts'
import { useProjectId, useSearchParam } from '../../navigation/params.ts'
import { tracesPath } from '../../navigation/paths.ts'
import styles from './Page.module.css'
import { Turns } from './Turns.tsx'

const NONE: readonly ThreadRecord[] = []

/** Conversations on the left, the selected one on the right. */
export default function ThreadsPage() {
  const projectId = useProjectId()
  const { data: threads = NONE, isPending, error, refetch } = useThreads(projectId)
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

  const actions = shown !== undefined && (
    <Link href={tracesPath(projectId, termText('thread', shown))} className={buttonClass('secondary')}>
      View calls
    </Link>
  )
  if (error) return <ErrorState title="Could not load threads" error={error} onRetry={refetch} />
  return (
    <div className={styles.page}>
      <PageHeader title="Threads" aside={isPending ? undefined : threads.length} actions={actions} />
      {!isPending && threads.length === 0 ? (
        <EmptyState title="No conversations yet" icon="thread">
          Calls with a thread id appear here, turn by turn; with the SDK, run them inside weave.thread().
        </EmptyState>
      ) : (
        <div className={styles.body}>
          <DataTable
            label="Threads"
            columns={COLUMNS}
            rows={threads}
            rowId={({ thread_id }) => thread_id}
            activeId={shown}
            onOpen={({ thread_id }) => choose(thread_id)}
            isLoading={isPending}
          />
          {shown !== undefined && <Turns key={shown} projectId={projectId} threadId={shown} />}
        </div>
      )}
    </div>
  )
}

const COLUMNS: readonly DataColumn<ThreadRecord>[] = [
  {
    id: 'thread',
    title: 'Thread',
    width: 120,
    grow: 1,
    cell: ({ thread_id }) => (
      <span className={styles.name} title={thread_id}>
        {thread_id}
      </span>
    ),
  },
  { id: 'turns', title: 'Turns', width: 60, align: 'end', cell: ({ turn_count }) => turn_count },
  {
    id: 'p50',
    title: 'p50',
    width: 76,
    align: 'end',
    cell: ({ p50_turn_duration_ms }) => <Duration ms={p50_turn_duration_ms} />,
  },
  { id: 'updated', title: 'Updated', width: 90, cell: ({ last_updated }) => <TimeAgo at={last_updated} /> },
]
