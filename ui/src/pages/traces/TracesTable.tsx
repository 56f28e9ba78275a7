import type { CallRecord } from '@heddle/contract/calls'
import { type RefObject, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { CallCount } from '../../api/calls.ts'
import { Button } from '../../components/Button.tsx'
import { DataTable } from '../../components/DataTable/DataTable.tsx'
import { EmptyState } from '../../components/EmptyState.tsx'
import { Icon } from '../../components/icons.tsx'
import { formatCount } from '../../format/number.ts'
import { BulkBar } from './BulkBar.tsx'
import { callColumns, latencyOf } from './columns.tsx'
import { extended, NOTHING_SELECTED, toggled, toggledAll } from './selection.ts'
import styles from './TracesTable.module.css'
import { useRowKeys } from './useRowKeys.ts'
import type { TablePreferences } from './useTablePreferences.ts'
import type { TraceView } from './useTraceView.ts'

interface TracesTableProps {
  readonly projectId: string
  readonly view: TraceView
  readonly preferences: TablePreferences
  readonly calls: readonly CallRecord[]
  readonly pages: {
    readonly isPending: boolean
    /** Whether the calls are those of the list before. */
    readonly isPlaceholderData: boolean
    readonly hasNextPage: boolean
    readonly isFetchingNextPage: boolean
    readonly fetchNextPage: () => void
  }
  readonly mayLoadMore: boolean
  readonly filterInput: RefObject<HTMLInputElement | null>
  readonly arrived: CallCount
  readonly onShowNew: () => void
}

export function TracesTable(props: TracesTableProps) {
  const { projectId, view, preferences, calls, pages, mayLoadMore, arrived, onShowNew } = props
  const { layout, setLayout, customPaths, density } = preferences
  const [selection, setSelection] = useState(NOTHING_SELECTED)
  const order = useMemo(() => calls.map(({ id }) => id), [calls])
  // What is no longer to be seen is not acted on.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another filter is the reason.
  useEffect(() => setSelection(NOTHING_SELECTED), [view.filter])
  const latencyMaxMs = useMemo(() => fullBarMs(calls), [calls])
  const columns = useMemo(
    () => callColumns({ projectId, customPaths, latencyMaxMs }),
    [projectId, customPaths, latencyMaxMs],
  )
  // The same for all pages that are loaded: another one would have every row drawn again.
  const latestOrder = useRef(order)
  latestOrder.current = order
  const toggle = useCallback(
    (id: string, range: boolean) =>
      setSelection((before) => (range ? extended(before, id, latestOrder.current) : toggled(before, id))),
    [],
  )
  const [cursor, setCursor] = useRowKeys({ ...props, order, onToggle: (id) => toggle(id, false) })

  const { setPeek } = view
  const isPeeking = view.peek !== undefined
  const open = useCallback(
    ({ id }: CallRecord) => {
      setCursor(id)
      setPeek(id, { replace: isPeeking })
    },
    [setCursor, setPeek, isPeeking],
  )
  const sortBy = (field: string) => {
    const isReversed = view.sort.field === field && view.sort.direction === 'desc'
    view.setSort({ field, direction: isReversed ? 'asc' : 'desc' })
  }
  const chosen = calls.filter(({ id }) => selection.ids.has(id))

  return (
    <div className={styles.pane}>
      {(arrived.count > 0 || arrived.isMore) && (
        <button type="button" className={styles.pill} onClick={onShowNew}>
          <Icon name="arrowUp" size={12} /> {formatCount(arrived.count)}
          {arrived.isMore && '+'} new
        </button>
      )}
      <DataTable
        listKey={`${view.filter} ${view.sort.field} ${view.sort.direction}`}
        label="Traces"
        columns={columns}
        rows={calls}
        rowId={idOf}
        layout={layout}
        onLayout={setLayout}
        density={density}
        sort={{ column: view.sort.field, direction: view.sort.direction }}
        onSort={sortBy}
        selection={{
          ids: selection.ids,
          onToggle: toggle,
          onToggleAll: () => setSelection((before) => toggledAll(before, order)),
        }}
        activeId={view.peek ?? cursor}
        onOpen={open}
        isLoading={pages.isPending && view.search !== undefined}
        isOutdated={pages.isPlaceholderData}
        hasMore={pages.hasNextPage}
        onEndReached={() => mayLoadMore && !pages.isFetchingNextPage && pages.fetchNextPage()}
        empty={<NoCalls view={view} />}
      />
      {chosen.length > 0 && (
        <BulkBar projectId={projectId} calls={chosen} onClear={() => setSelection(NOTHING_SELECTED)} />
      )}
    </div>
  )
}

/**
 * The latency of a full bar: longer than nearly all, so that one that hangs does not flatten the others; and
 * rounded up, so that another page of calls seldom changes the bars of all.
 */
function fullBarMs(calls: readonly CallRecord[]): number {
  const sorted = calls.flatMap((call) => latencyOf(call) ?? []).sort((a, b) => a - b)
  return 2 ** Math.ceil(Math.log2(Math.max(1, sorted[Math.floor(sorted.length * 0.95)] ?? 1)))
}

const idOf = ({ id }: CallRecord): string => id

interface NoCallsProps {
  readonly view: Pick<TraceView, 'search' | 'setFilter'>
}

/** Why the table is empty: a mistake in the filter, or a filter that fits nothing. */
function NoCalls({ view }: NoCallsProps) {
  if (!view.search) {
    return (
      <EmptyState title="Invalid filter" icon="filter">
        See the message above for details.
      </EmptyState>
    )
  }
  return (
    <EmptyState
      title="No calls match"
      icon="search"
      actions={<Button onClick={() => view.setFilter('')}>Show all calls</Button>}
    >
      No calls in this project match the filter.
    </EmptyState>
  )
}
