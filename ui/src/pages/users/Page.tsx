import { useMemo } from 'react'
import { Link, useLocation } from 'wouter'
import { useWindowStats } from '../../api/stats.ts'
import type { DataColumn } from '../../components/DataTable/columns.ts'
import { DataTable } from '../../components/DataTable/DataTable.tsx'
import { EmptyState } from '../../components/EmptyState.tsx'
import { MoneyCell, TimeAgo, Tokens } from '../../components/Figures.tsx'
import { FullPage } from '../../components/FullPage.tsx'
import { Loaded } from '../../components/Loaded.tsx'
import { PageHeader } from '../../components/PageHeader.tsx'
import { formatCount } from '../../format/number.ts'
import { useProjectId } from '../../navigation/params.ts'
import { tracesPath } from '../../navigation/paths.ts'
import { RangePicker } from '../../range/RangePicker.tsx'
import type { RangeBounds } from '../../range/time-range.ts'
import { useTimeRange } from '../../range/useTimeRange.ts'
import { MEASURES, type UserRow, userFigures } from '../../stats/figures.ts'
import { narrowed, scopeFilter } from '../../stats/links.ts'
import { useRangeWindow } from '../../stats/useRangeWindow.ts'
import styles from './Page.module.css'

/** The people that the traced program served, with what their traces used. */
export default function UsersPage() {
  const projectId = useProjectId()
  const range = useTimeRange()
  const query = useUserStats(projectId, range.bounds)
  const { data, isPending } = query
  const [, navigate] = useLocation()
  const users = useMemo(() => (data ? userFigures(data) : []), [data])
  const hrefOf = (user: string) =>
    tracesPath(projectId, narrowed(scopeFilter('roots'), 'enduser', user), range.text)
  return (
    <FullPage>
      <PageHeader title="Users" aside={data && users.length} actions={<RangePicker range={range} />} />
      <Loaded what="users" queries={[query]}>
        <DataTable
          label="Users"
          columns={userColumns(hrefOf)}
          rows={users}
          rowId={({ key }) => key}
          isLoading={isPending}
          onOpen={({ key }) => navigate(hrefOf(key))}
          empty={
            <EmptyState title="No users in this time range" icon="user">
              Name the user of a trace with the attribute user_id, or with user.id on a span.
            </EmptyState>
          }
        />
      </Loaded>
    </FullPage>
  )
}

function useUserStats(projectId: string, bounds: RangeBounds) {
  const window = useRangeWindow(projectId, bounds)
  const search = { filter: { trace_roots_only: true } }
  return useWindowStats({ projectId, search, window, ...MEASURES }, { group_by: 'end_user' })
}

const userColumns = (hrefOf: (user: string) => string): readonly DataColumn<UserRow>[] => [
  {
    id: 'user',
    title: 'User',
    width: 200,
    grow: 1,
    cell: ({ key }) => (
      <Link href={hrefOf(key)} className={styles.name} title={key}>
        {key}
      </Link>
    ),
  },
  { id: 'traces', title: 'Traces', width: 90, align: 'end', cell: ({ calls }) => formatCount(calls) },
  {
    id: 'errors',
    title: 'Errors',
    width: 90,
    align: 'end',
    cell: ({ errors }) => (errors > 0 ? <span className={styles.errors}>{formatCount(errors)}</span> : '–'),
  },
  {
    id: 'tokens',
    title: 'Tokens',
    width: 100,
    align: 'end',
    cell: ({ tokens }) => <Tokens count={tokens || null} />,
  },
  {
    id: 'cost',
    title: 'Cost',
    width: 100,
    align: 'end',
    cell: ({ cost }) => <MoneyCell dollars={cost || null} />,
  },
  {
    id: 'reported',
    title: 'Reported',
    width: 100,
    align: 'end',
    cell: ({ reportedCost }) => <MoneyCell dollars={reportedCost || null} />,
  },
  { id: 'seen', title: 'Last seen', width: 130, cell: ({ lastSeen }) => <TimeAgo at={lastSeen} /> },
]
