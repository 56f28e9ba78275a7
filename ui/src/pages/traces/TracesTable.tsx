import type { CallRecord } from '@heddle/contract/calls'
import { type RefObject, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { CallCount } from '../../api/calls.ts'
import { useUsageBelow } from '../../api/counted-usage.ts'
import { paging } from '../../api/paging.ts'
import { Button } from '../../components/Button.tsx'
import { copyText } from '../../components/CopyButton.tsx'
import { DataTable } from '../../components/DataTable/DataTable.tsx'
import { EmptyState } from '../../components/EmptyState.tsx'
import { Icon } from '../../components/icons.tsx'
import type { MenuItem } from '../../components/Menu.tsx'
import { useToast } from '../../components/Toast.tsx'
import { withTerm } from '../../filter/edit.ts'
import { formatCount } from '../../format/number.ts'
import { rememberRows } from '../../navigation/paths.ts'
import { rangeLabel } from '../../range/time-range.ts'
import { BulkBar } from './BulkBar.tsx'
import { cellTerms } from './cell-terms.ts'
import { callColumns, latencyOf } from './columns.tsx'
import styles from './Page.module.css'
import { extended, NOTHING_SELECTED, toggled, toggledAll } from './selection.ts'
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
    /** Whether the calls are still those of the previous list. */
    readonly isPlaceholderData: boolean
    readonly hasNextPage: boolean
    readonly isFetchingNextPage: boolean
    readonly isFetchNextPageError: boolean
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
  const order = useMemo(() => calls.map(({ id }) => id), [calls])
  useEffect(() => rememberRows(projectId, order), [projectId, order])
  const { ids, toggle, toggleAll, clear } = useSelection(order, `${view.filter} ${view.range.text}`)
  const latencyMaxMs = useMemo(() => fullBarMs(calls), [calls])
  const usageBelow = useUsageBelow(projectId, calls)
  const columns = useMemo(
    () => callColumns({ projectId, usageBelow, customPaths, latencyMaxMs }),
    [projectId, usageBelow, customPaths, latencyMaxMs],
  )
  const [cursor, setCursor] = useRowKeys({ ...props, order, onToggle: (id) => toggle(id, false) })
  const open = useOpenCall(view, setCursor)
  const actionsOf = useCellActions(view)
  const sortBy = (column: string) => {
    const field = SORT_FIELDS[column] ?? column
    const isReversed = view.sort.field === field && view.sort.direction === 'desc'
    view.setSort({ field, direction: isReversed ? 'asc' : 'desc' })
  }
  const selected = calls.filter(({ id }) => ids.has(id))
  const more = paging(pages)

  return (
    <div className={styles.pane}>
      {(arrived.count > 0 || arrived.isMore) && (
        <button type="button" className={styles.pill} onClick={onShowNew}>
          <Icon name="arrowUp" size={12} /> {formatCount(arrived.count)}
          {arrived.isMore && '+'} new
        </button>
      )}
      <DataTable
        listKey={`${view.filter} ${view.range.text} ${view.sort.field} ${view.sort.direction}`}
        label="Traces"
        columns={columns}
        rows={calls}
        rowId={idOf}
        layout={layout}
        onLayout={setLayout}
        density={density}
        sort={{ column: columnOf(view.sort.field), direction: view.sort.direction }}
        onSort={sortBy}
        selection={{ ids, onToggle: toggle, onToggleAll: toggleAll }}
        activeId={view.peek ?? cursor}
        onOpen={open}
        actionsOf={actionsOf}
        isLoading={pages.isPending && view.search !== undefined}
        isOutdated={pages.isPlaceholderData}
        {...more}
        onEndReached={() => mayLoadMore && more.onEndReached()}
        empty={<NoCalls view={view} />}
      />
      {selected.length > 0 && <BulkBar projectId={projectId} calls={selected} onClear={clear} />}
    </div>
  )
}

/** The selected rows. A new filter or time range clears them: bulk actions never apply to rows that are not shown. */
function useSelection(order: readonly string[], listKey: string) {
  const [selection, setSelection] = useState(NOTHING_SELECTED)
  const clear = () => setSelection(NOTHING_SELECTED)
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the list changes.
  useEffect(clear, [listKey])
  // `toggle` keeps its identity when more rows load; a new one would render every row again.
  const latestOrder = useRef(order)
  latestOrder.current = order
  const toggle = useCallback(
    (id: string, range: boolean) =>
      setSelection((before) => (range ? extended(before, id, latestOrder.current) : toggled(before, id))),
    [],
  )
  const toggleAll = () => setSelection((before) => toggledAll(before, order))
  return { ids: selection.ids, toggle, toggleAll, clear }
}

/** Columns that are sorted by a field of another name. */
const SORT_FIELDS: Readonly<Record<string, string>> = {
  status: 'summary.weave.status',
  name: 'summary.weave.op',
  end_user: 'summary.weave.end_user',
  tokens: 'summary.weave.total_tokens',
  cost: 'summary.weave.total_cost',
}

const columnOf = (field: string): string =>
  Object.keys(SORT_FIELDS).find((column) => SORT_FIELDS[column] === field) ?? field

/** Filter by a cell, exclude its value, or copy it. Conditions are added to the filter. */
function useCellActions(view: Pick<TraceView, 'filter' | 'setFilter'>) {
  const toast = useToast()
  const latest = useRef(view)
  latest.current = view
  return useCallback(
    (call: CallRecord, columnId: string): readonly MenuItem[] => {
      const { text, term } = cellTerms(call, columnId)
      const add = (condition: string) => () =>
        latest.current.setFilter(withTerm(latest.current.filter, condition))
      const copy = (copied: string) => () =>
        copyText(copied).then(
          () => toast.done('Copied'),
          (error) => toast.failed('Could not copy', error),
        )
      return [
        ...(term === undefined
          ? []
          : [
              { label: 'Filter by', hint: term, icon: 'filter' as const, onSelect: add(term) },
              { label: 'Exclude', hint: term, icon: 'minus' as const, onSelect: add(`-${term}`) },
            ]),
        ...(text ? [{ label: 'Copy', icon: 'copy' as const, onSelect: copy(text) }] : []),
      ]
    },
    [toast],
  )
}

/** Opens a call in the peek pane; moving from call to call adds no history entries. */
function useOpenCall({ peek, setPeek }: TraceView, setCursor: (id: string) => void) {
  const isPeeking = peek !== undefined
  return useCallback(
    ({ id }: CallRecord) => {
      setCursor(id)
      setPeek(id, { replace: isPeeking })
    },
    [setCursor, setPeek, isPeeking],
  )
}

/**
 * The latency that fills the bar: the 95th percentile, so that one outlier does not flatten the others, rounded
 * up to a power of two, so that loading another page seldom rescales every bar.
 */
function fullBarMs(calls: readonly CallRecord[]): number {
  const sorted = calls.flatMap((call) => latencyOf(call) ?? []).sort((a, b) => a - b)
  return 2 ** Math.ceil(Math.log2(Math.max(1, sorted[Math.floor(sorted.length * 0.95)] ?? 1)))
}

const idOf = ({ id }: CallRecord): string => id

interface NoCallsProps {
  readonly view: Pick<TraceView, 'search' | 'setFilter' | 'isFiltered' | 'range'>
}

/** Why the table is empty: the filter is invalid, or it matches nothing in the time range. */
function NoCalls({ view }: NoCallsProps) {
  if (!view.search) {
    return (
      <EmptyState title="Invalid filter" icon="filter">
        See the message above for details.
      </EmptyState>
    )
  }
  const { text, setRange } = view.range
  const isRanged = text !== undefined
  return (
    <EmptyState
      title={isRanged && !view.isFiltered ? 'No calls in this time range' : 'No calls match'}
      icon="search"
      actions={
        <>
          {isRanged && <Button onClick={() => setRange(undefined)}>Show all time</Button>}
          {view.isFiltered && <Button onClick={() => view.setFilter('')}>Clear the filter</Button>}
        </>
      }
    >
      {isRanged
        ? `Time range: ${rangeLabel(text, new Date())}.`
        : 'No calls in this project match the filter.'}
    </EmptyState>
  )
}
