import {
  columnOrderingFeature,
  columnVisibilityFeature,
  tableFeatures,
  useTable,
} from '@tanstack/react-table'
import { useVirtualizer } from '@tanstack/react-virtual'
import { type ReactNode, useEffect, useLayoutEffect, useMemo, useRef } from 'react'
import { useIsPainted } from '../../timing.ts'
import { classes } from '../classes.ts'
import {
  type DataColumn,
  EMPTY_LAYOUT,
  gridTemplate,
  isVisible,
  orderedIds,
  type TableLayout,
  type TableSelection,
  type TableSort,
  widthMin,
} from './columns.ts'
import styles from './DataTable.module.css'
import { HeaderRow } from './HeaderRow.tsx'
import { SkeletonRows, TableRow } from './TableRow.tsx'

const features = tableFeatures({ columnOrderingFeature, columnVisibilityFeature })

const CHECK_WIDTH = 36
const OVERSCAN = 6
const ROWS_BEFORE_END = 30

export interface DataTableProps<Row extends object> {
  readonly label: string
  readonly columns: readonly DataColumn<Row>[]
  readonly rows: readonly Row[]
  readonly rowId: (row: Row) => string
  readonly layout?: TableLayout
  /** Without it, columns stay where they are and as wide as they are. */
  readonly onLayout?: (layout: TableLayout) => void
  readonly density?: 'normal' | 'dense'
  readonly sort?: TableSort | undefined
  readonly onSort?: (column: string) => void
  readonly selection?: TableSelection
  /** The row the keyboard is at; kept in view. */
  readonly activeId?: string | undefined
  readonly onOpen?: (row: Row) => void
  readonly isLoading?: boolean
  /** The rows are those of another list, until its own arrive. */
  readonly isOutdated?: boolean
  /** Another list starts at its top. */
  readonly listKey?: string
  readonly hasMore?: boolean
  /** The person is about to see the last row. */
  readonly onEndReached?: () => void
  /** Shown in the place of rows where there are none. */
  readonly empty?: ReactNode
}

/** A table of any length: only the rows in view are drawn. It fills its container and scrolls inside. */
export function DataTable<Row extends object>(props: DataTableProps<Row>) {
  const { columns, rows, rowId, layout = EMPTY_LAYOUT, density = 'normal', selection, activeId } = props
  const { isLoading = false, isOutdated = false, hasMore = false, onEndReached, onOpen } = props
  const scroller = useRef<HTMLDivElement>(null)
  const rowHeight = density === 'dense' ? 28 : 32

  const shown = useShownColumns(columns, layout)
  // The rows in view come first, those around them once they are there.
  const isPainted = useIsPainted(rows.length > 0)
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: isPainted ? OVERSCAN : 0,
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: another height is the reason to measure again.
  useEffect(() => virtualizer.measure(), [virtualizer, rowHeight])

  const items = virtualizer.getVirtualItems()
  const lastIndex = items.at(-1)?.index ?? 0
  useEffect(() => {
    if (hasMore && !isOutdated && lastIndex >= rows.length - ROWS_BEFORE_END) onEndReached?.()
  }, [hasMore, isOutdated, lastIndex, rows.length, onEndReached])

  const activeIndex = activeId === undefined ? -1 : rows.findIndex((row) => rowId(row) === activeId)
  useEffect(() => {
    if (activeIndex >= 0) virtualizer.scrollToIndex(activeIndex, { align: 'auto' })
  }, [activeIndex, virtualizer])

  // biome-ignore lint/correctness/useExhaustiveDependencies: another list is the reason to scroll.
  useLayoutEffect(() => {
    if (scroller.current) scroller.current.scrollTop = 0
  }, [props.listKey])

  const template = `${selection ? `${CHECK_WIDTH}px ` : ''}${gridTemplate(shown, layout)}`
  const minWidth = widthMin(shown, layout) + (selection ? CHECK_WIDTH : 0)
  return (
    <div ref={scroller} className={classes(styles.scroller, density === 'dense' && styles.dense)}>
      <div
        role="table"
        aria-label={props.label}
        aria-rowcount={hasMore ? -1 : rows.length + 1}
        aria-busy={isLoading || isOutdated}
        className={styles.table}
        style={{ '--template': template, minWidth }}
      >
        <HeaderRow {...props} columns={shown} allColumns={columns} layout={layout} />
        {isLoading || (isOutdated && rows.length === 0) ? (
          <SkeletonRows columns={shown.length + (selection ? 1 : 0)} />
        ) : (
          <div role="rowgroup" className={styles.body} style={{ height: virtualizer.getTotalSize() }}>
            {items.map(({ index, start }) => {
              const row = rows[index]
              if (!row) return null
              const id = rowId(row)
              return (
                <TableRow
                  key={id}
                  id={id}
                  row={row}
                  index={index}
                  top={start}
                  columns={shown}
                  selected={selection?.ids.has(id)}
                  onToggle={selection?.onToggle}
                  active={id === activeId}
                  onOpen={onOpen}
                />
              )
            })}
          </div>
        )}
      </div>
      {!isLoading && !isOutdated && rows.length === 0 && props.empty}
    </div>
  )
}

/** Rows are drawn from the list itself. */
const NO_DATA: object[] = []

/** The columns to draw, in order. TanStack Table applies order and visibility. */
function useShownColumns<Row extends object>(
  columns: readonly DataColumn<Row>[],
  layout: TableLayout,
): readonly DataColumn<Row>[] {
  const definitions = useMemo(
    () => columns.map(({ id, title }) => ({ id, header: title, accessorFn: () => null })),
    [columns],
  )
  const state = useMemo(
    () => ({
      columnOrder: orderedIds(columns, layout),
      columnVisibility: Object.fromEntries(columns.map((column) => [column.id, isVisible(column, layout)])),
    }),
    [columns, layout],
  )
  const table = useTable({ features, columns: definitions, data: NO_DATA, state })
  const ids = table.getVisibleLeafColumns().map(({ id }) => id)
  const joined = ids.join('\n')
  return useMemo(
    () =>
      joined.split('\n').flatMap((id) => {
        const column = columns.find((each) => each.id === id)
        // Made narrower by hand, a column may have to cut what fitted before.
        return column ? { ...column, fits: column.fits === true && layout.widths[id] === undefined } : []
      }),
    [columns, joined, layout.widths],
  )
}
