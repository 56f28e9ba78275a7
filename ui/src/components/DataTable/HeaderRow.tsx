import { type PointerEvent, useRef } from 'react'
import { classes } from '../classes.ts'
import { Checkbox } from '../Field.tsx'
import { Icon } from '../icons.tsx'
import {
  type DataColumn,
  type TableLayout,
  type TableSelection,
  type TableSort,
  withMoved,
  withWidth,
} from './columns.ts'
import styles from './DataTable.module.css'

interface HeaderRowProps<Row> {
  readonly columns: readonly DataColumn<Row>[]
  readonly allColumns: readonly DataColumn<Row>[]
  readonly rows: readonly Row[]
  readonly rowId: (row: Row) => string
  readonly layout: TableLayout
  readonly onLayout?: (layout: TableLayout) => void
  readonly sort?: TableSort | undefined
  readonly onSort?: (column: string) => void
  readonly selection?: TableSelection
}

export function HeaderRow<Row>(props: HeaderRowProps<Row>) {
  const { columns, rows, rowId, selection } = props
  const dragged = useRef<string>(undefined)
  return (
    <div role="rowgroup" className={styles.head}>
      <div role="row" tabIndex={-1} aria-rowindex={1} className={styles.row}>
        {selection && (
          <div role="columnheader" tabIndex={-1} className={styles.check}>
            <Checkbox
              label="Select all loaded rows"
              checked={rows.length > 0 && rows.every((row) => selection.ids.has(rowId(row)))}
              onChange={selection.onToggleAll}
            />
          </div>
        )}
        {columns.map((column) => (
          <HeaderCell key={column.id} {...props} column={column} dragged={dragged} />
        ))}
      </div>
    </div>
  )
}

interface HeaderCellProps<Row> extends HeaderRowProps<Row> {
  readonly column: DataColumn<Row>
  readonly dragged: { current: string | undefined }
}

function HeaderCell<Row>({
  column,
  dragged,
  layout,
  onLayout,
  allColumns,
  sort,
  onSort,
}: HeaderCellProps<Row>) {
  const { id, title, sortable, align } = column
  const direction = sort?.column === id ? sort.direction : undefined
  const content = sortable ? (
    <button type="button" className={styles.sort} onClick={() => onSort?.(id)}>
      {title}
      {direction && <Icon name={direction === 'asc' ? 'arrowUp' : 'arrowDown'} size={11} />}
    </button>
  ) : (
    <span className={column.titleHidden ? 'visually-hidden' : styles.title}>{title}</span>
  )
  return (
    <div
      role="columnheader"
      tabIndex={-1}
      aria-sort={direction === undefined ? undefined : direction === 'asc' ? 'ascending' : 'descending'}
      className={classes(styles.cell, align === 'end' && styles.end)}
      draggable={onLayout !== undefined}
      onDragStart={() => {
        dragged.current = id
      }}
      onDragOver={(event) => event.preventDefault()}
      onDrop={() => {
        if (dragged.current !== undefined) onLayout?.(withMoved(layout, allColumns, dragged.current, id))
      }}
    >
      {content}
      {onLayout && <ResizeHandle onWidth={(width) => onLayout(withWidth(layout, id, width))} />}
    </div>
  )
}

/** Pointer only: keyboard users find clipped text in the cell's title. */
function ResizeHandle({ onWidth }: { readonly onWidth: (width: number) => void }) {
  const start = (event: PointerEvent<HTMLSpanElement>) => {
    event.preventDefault()
    const handle = event.currentTarget
    const from = event.clientX
    const width = handle.parentElement?.offsetWidth ?? 0
    const move = (moved: globalThis.PointerEvent) => onWidth(width + moved.clientX - from)
    handle.setPointerCapture(event.pointerId)
    handle.addEventListener('pointermove', move)
    handle.addEventListener('lostpointercapture', () => handle.removeEventListener('pointermove', move), {
      once: true,
    })
  }
  return <span className={styles.resize} onPointerDown={start} aria-hidden="true" />
}
