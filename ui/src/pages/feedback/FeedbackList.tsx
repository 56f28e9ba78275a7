import { useMemo } from 'react'
import { distinct } from '../../api/distinct.ts'
import { type FeedbackRow, useFeedback } from '../../api/feedback.ts'
import { paging } from '../../api/paging.ts'
import { usePreviews } from '../../api/previews.ts'
import { useSession } from '../../api/session.ts'
import { useUserNames } from '../../api/users.ts'
import { DataTable } from '../../components/DataTable/DataTable.tsx'
import { EmptyState } from '../../components/EmptyState.tsx'
import { Checkbox, Segmented } from '../../components/Field.tsx'
import { Loaded } from '../../components/Loaded.tsx'
import { pluralize } from '../../format/number.ts'
import { useSearchParam } from '../../navigation/params.ts'
import { parseRef } from '../../navigation/ref.ts'
import { feedbackColumns } from './columns.tsx'
import { type FeedbackKind, feedbackCondition, KINDS } from './kinds.ts'
import styles from './Page.module.css'

const OPTIONS: readonly { readonly value: FeedbackKind | 'all'; readonly label: string }[] = [
  { value: 'all', label: 'All' },
  { value: 'reaction', label: KINDS.reaction.title },
  { value: 'note', label: KINDS.note.title },
  { value: 'annotation', label: KINDS.annotation.title },
  { value: 'score', label: KINDS.score.title },
  { value: 'other', label: KINDS.other.title },
]

/** All feedback, filtered by kind and user. */
export function FeedbackList({ projectId }: { readonly projectId: string }) {
  const [kindText, setKind] = useSearchParam('kind')
  const [mine, setMine] = useSearchParam('mine')
  const { data: session } = useSession()
  const nameOf = useUserNames(projectId)
  const kind = OPTIONS.find(({ value }) => value === kindText)?.value ?? 'all'
  const condition = feedbackCondition({
    kind: kind === 'all' ? undefined : kind,
    userId: mine === undefined ? undefined : session?.user.id,
  })
  const pages = useFeedback(projectId, condition)
  const { data } = pages
  const rows = useMemo(() => distinct(data?.pages.flatMap((page) => page.rows) ?? [], ({ id }) => id), [data])
  const previews = usePreviews(projectId, callIds(rows))
  const columns = useMemo(() => feedbackColumns(nameOf, previews), [nameOf, previews])
  const total = data?.pages[0]?.total
  return (
    <>
      <div className={styles.bar}>
        <Segmented
          label="Feedback type"
          options={OPTIONS}
          value={kind}
          onChange={(value) => setKind(value === 'all' ? undefined : value)}
        />
        <Checkbox
          label="Only mine"
          withLabel
          checked={mine !== undefined}
          onChange={(event) => setMine(event.currentTarget.checked ? 'yes' : undefined)}
        />
        {total !== undefined && <span className={styles.count}>{pluralize(total, 'result')}</span>}
      </div>
      <Loaded what="feedback" queries={[pages]}>
        <DataTable
          label="Feedback"
          columns={columns}
          rows={rows}
          rowId={({ id }) => id}
          isLoading={pages.isPending}
          {...paging(pages)}
          empty={
            <EmptyState title="No feedback found" icon="message">
              Reactions, notes, annotations and scores of calls and objects appear here.
            </EmptyState>
          }
        />
      </Loaded>
    </>
  )
}

const callIds = (rows: readonly FeedbackRow[]): string[] => [
  ...new Set(
    rows.flatMap(({ weave_ref }) => {
      const ref = parseRef(weave_ref)
      return ref?.kind === 'call' ? ref.name : []
    }),
  ),
]
