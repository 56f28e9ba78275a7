import {
  columnOrderingFeature,
  columnVisibilityFeature,
  tableFeatures,
  useTable,
} from '@tanstack/react-table'
import { useVirtualizer } from '@tanstack/react-virtual'
import { type ReactNode, type RefObject, useEffect, useLayoutEffect, useMemo, useRef } from 'react'
import { useIsPainted } from '../../timing.ts'
import { Button } from '../Button.tsx'
import { classes } from '../classes.ts'
import type { MenuItem } from '../Menu.tsx'
import { useScrollToSelected } from '../useScrollToSelected.ts'
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
  /** Without it, columns cannot be moved or resized. */
  readonly onLayout?: (layout: TableLayout) => void
  readonly density?: 'normal' | 'dense'
  readonly sort?: TableSort | undefined
  readonly onSort?: (column: string) => void
  readonly selection?: TableSelection
  /** The row with the keyboard cursor. Another one is scrolled into view. */
  readonly activeId?: string | undefined
  readonly onOpen?: (row: Row) => void
  /** What can be done with a cell. Should keep its identity: a new function renders every row again. */
  readonly actionsOf?: (row: Row, columnId: string) => readonly MenuItem[]
  readonly isLoading?: boolean
  /** The rows are placeholders from the previous list while the next one loads. */
  readonly isOutdated?: boolean
  /** Identifies the list: when it changes, the table scrolls back to the top. */
  readonly listKey?: string
  readonly hasMore?: boolean
  /** Whether more rows could not be loaded: the user decides when to try again. */
  readonly hasMoreFailed?: boolean
  /** Called when the last loaded rows come into view. */
  readonly onEndReached?: () => void
  /** Shown when there are no rows. */
  readonly empty?: ReactNode
}

/** A table of any length: only rows in view are rendered. It fills its container and scrolls inside. */
export function DataTable<Row extends object>(props: DataTableProps<Row>) {
  const { columns, rows, rowId, layout = EMPTY_LAYOUT, density = 'normal', selection, activeId } = props
  const { isLoading = false, isOutdated = false, hasMore = false } = props
  const scroller = useRef<HTMLDivElement>(null)
  const shown = useShownColumns(columns, layout)
  const { items, height } = useRowWindow(props, scroller)

  const template = `${selection ? `${CHECK_WIDTH}px ` : ''}${gridTemplate(shown, layout)}`
  const minWidth = `calc(${widthMin(shown, layout)} + ${selection ? CHECK_WIDTH : 0}px)`
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
          <div role="rowgroup" className={styles.body} style={{ height }}>
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
                  onOpen={props.onOpen}
                  actionsOf={props.actionsOf}
                />
              )
            })}
          </div>
        )}
      </div>
      {!isLoading && !isOutdated && rows.length === 0 && props.empty}
      {props.hasMoreFailed && (
        <p className={styles.moreFailed} role="alert">
          Could not load more
          <Button size="small" icon="refresh" onClick={() => props.onEndReached?.()}>
            Try again
          </Button>
        </p>
      )}
    </div>
  )
}

/** The rows in view. Scrolls to the active row, back to the top for another list, and asks for more rows near the end. */
function useRowWindow<Row extends object>(
  props: DataTableProps<Row>,
  scroller: RefObject<HTMLDivElement | null>,
) {
  const { rows, rowId, density, activeId, onEndReached } = props
  const mayGrow = props.hasMore && !props.hasMoreFailed && !props.isOutdated
  const rowHeight = density === 'dense' ? 28 : 32
  // Overscan only after the first paint, so that the rows in view appear sooner.
  const isPainted = useIsPainted(rows.length > 0)
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: isPainted ? OVERSCAN : 0,
    // The sticky header takes the height of a row; one more shows what comes next.
    scrollPaddingEnd: 2 * rowHeight,
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: measures again when the row height changes.
  useEffect(() => virtualizer.measure(), [virtualizer, rowHeight])

  const items = virtualizer.getVirtualItems()
  const lastIndex = items.at(-1)?.index ?? 0
  useEffect(() => {
    if (mayGrow && lastIndex >= rows.length - ROWS_BEFORE_END) onEndReached?.()
  }, [mayGrow, lastIndex, rows.length, onEndReached])

  const activeIndex = activeId === undefined ? -1 : rows.findIndex((row) => rowId(row) === activeId)
  useScrollToSelected(activeId, activeIndex >= 0, () =>
    virtualizer.scrollToIndex(activeIndex, { align: 'auto' }),
  )

  // biome-ignore lint/correctness/useExhaustiveDependencies: scrolls to the top when the list changes.
  useLayoutEffect(() => {
    if (scroller.current) scroller.current.scrollTop = 0
  }, [props.listKey])
  return { items, height: virtualizer.getTotalSize() }
}

/** TanStack Table only lays out the columns; rows are rendered from `rows`. */
const NO_DATA: object[] = []

/** The visible columns, in order. TanStack Table applies order and visibility. */
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
        // A column the user has resized may clip content that fits at its natural width.
        return column ? { ...column, fits: column.fits === true && layout.widths[id] === undefined } : []
      }),
    [columns, joined, layout.widths],
  )
}
