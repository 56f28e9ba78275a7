import { useMemo, useState } from 'react'
import { useUserNames } from '../../api/users.ts'
import type { DataColumn, TableSort } from '../../components/DataTable/columns.ts'
import { DataTable } from '../../components/DataTable/DataTable.tsx'
import { EmptyState } from '../../components/EmptyState.tsx'
import { Duration, MoneyCell, Tokens } from '../../components/Figures.tsx'
import { Loaded } from '../../components/Loaded.tsx'
import { formatCount, formatShare } from '../../format/number.ts'
import type { FiguresRow } from '../../stats/figures.ts'
import { GROUP_FIELDS } from '../../stats/group-fields.ts'
import { narrowed } from '../../stats/links.ts'
import { useCallGroups } from '../../stats/useCallGroups.ts'
import { useRangeWindow } from '../../stats/useRangeWindow.ts'
import styles from './Page.module.css'
import type { TraceView } from './useTraceView.ts'

/** Groups that are shown. */
const GROUPS_MAX = 1000

interface GroupTableProps {
  readonly projectId: string
  readonly view: TraceView
  /** Field of the filter bar. */
  readonly field: string
}

/** The matching calls by a field: one row per value, which opens its calls. */
export function GroupTable({ projectId, view, field }: GroupTableProps) {
  const { filter, filterSearch, range } = view
  const window = useRangeWindow(projectId, range.bounds)
  const { rows, queries, count } = useCallGroups({
    projectId,
    field,
    search: filterSearch,
    window,
    limit: GROUPS_MAX,
  })
  const nameOf = useUserNames(projectId)
  const [sort, setSort] = useState<TableSort>({ column: 'calls', direction: 'desc' })
  const columns = useMemo(
    () => groupColumns(field, field === 'user' ? nameOf : (key) => key),
    [field, nameOf],
  )
  const sorted = useMemo(() => sortedRows(rows ?? [], sort), [rows, sort])
  return (
    <div className={styles.groups}>
      <Loaded what={`the calls by ${field}`} queries={queries}>
        {count > GROUPS_MAX && (
          <p className={styles.partial}>
            The {formatCount(GROUPS_MAX)} values of {field} with the most calls, of {formatCount(count)}.
          </p>
        )}
        <DataTable
          label={`Traces by ${field}`}
          columns={columns}
          rows={sorted}
          rowId={({ key }) => key}
          sort={sort}
          onSort={(column) =>
            setSort({
              column,
              direction: sort.column === column && sort.direction === 'desc' ? 'asc' : 'desc',
            })
          }
          onOpen={({ key }) => view.openGroup(narrowed(filter, field, key))}
          isLoading={rows === undefined}
          empty={<EmptyState title={`No calls with ${field}`} icon="search" />}
        />
      </Loaded>
    </div>
  )
}

type Sortable = 'calls' | 'errors' | 'p50' | 'p95' | 'tokens' | 'cost'

function sortedRows(rows: readonly FiguresRow[], { column, direction }: TableSort): FiguresRow[] {
  const sign = direction === 'asc' ? 1 : -1
  if (column === 'key') return rows.toSorted((a, b) => sign * a.key.localeCompare(b.key))
  const valueIn = (row: FiguresRow) => (isSortable(column) ? (row[column] ?? -1) : 0)
  return rows.toSorted((a, b) => sign * (valueIn(a) - valueIn(b)))
}

const isSortable = (column: string): column is Sortable =>
  ['calls', 'errors', 'p50', 'p95', 'tokens', 'cost'].includes(column)

function groupColumns(field: string, nameOf: (key: string) => string): DataColumn<FiguresRow>[] {
  const figure = (
    id: Sortable,
    title: string,
    cell: DataColumn<FiguresRow>['cell'],
  ): DataColumn<FiguresRow> => ({
    id,
    title,
    width: 110,
    align: 'end',
    sortable: true,
    cell,
  })
  return [
    {
      id: 'key',
      title: GROUP_FIELDS.find((each) => each.field === field)?.label ?? field,
      width: 260,
      grow: 1,
      sortable: true,
      cell: ({ key }) => (
        <span className={key === '' ? styles.preview : styles.group} title={key}>
          {nameOf(key) || '(none)'}
        </span>
      ),
    },
    figure('calls', 'Calls', ({ calls }) => formatCount(calls)),
    figure('errors', 'Errors', ({ errors, calls }) =>
      errors === 0 ? '–' : `${formatCount(errors)} (${formatShare(errors / calls)})`,
    ),
    figure('p50', 'p50', ({ p50 }) => <Duration ms={p50} />),
    figure('p95', 'p95', ({ p95 }) => <Duration ms={p95} />),
    figure('tokens', 'Tokens', ({ tokens }) => <Tokens count={tokens || null} />),
    figure('cost', 'Cost', ({ cost }) => <MoneyCell dollars={cost || null} />),
  ]
}
