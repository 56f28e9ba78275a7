import { type MouseEvent, useMemo } from 'react'
import { classes } from '../classes.ts'
import { Checkbox } from '../Field.tsx'
import type { DataColumn } from './column.ts'
import styles from './DataTable.module.css'

interface TableRowProps<Row> {
  readonly id: string
  readonly row: Row
  readonly index: number
  readonly top: number
  readonly columns: readonly DataColumn<Row>[]
  readonly selected?: boolean | undefined
  readonly onToggle?: ((id: string, range: boolean) => void) | undefined
  readonly active: boolean
  readonly onOpen?: ((row: Row) => void) | undefined
}

export function TableRow<Row>(props: TableRowProps<Row>) {
  const { id, row, index, top, columns, selected, onToggle, active, onOpen } = props
  // Scrolling draws all rows again; the cells of one that stays as it is are kept.
  const cells = useMemo(
    () =>
      columns.map((column) => (
        <div
          key={column.id}
          role="cell"
          className={classes(styles.cell, column.align === 'end' && styles.end)}
        >
          {column.cell(row)}
        </div>
      )),
    [columns, row],
  )
  const open = (event: MouseEvent) => {
    if (event.shiftKey && onToggle) {
      window.getSelection()?.removeAllRanges()
      onToggle(id, true)
    } else if (!isControl(event)) onOpen?.(row)
  }
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: rows open by the link inside, or by the table's own shortcuts.
    <div
      role="row"
      tabIndex={-1}
      aria-rowindex={index + 2}
      aria-selected={selected}
      data-active={active || undefined}
      className={classes(styles.row, onOpen && styles.opens)}
      style={{ transform: `translateY(${top}px)` }}
      onClick={open}
    >
      {onToggle && (
        <div role="cell" className={styles.check}>
          <Checkbox
            label="Select row"
            checked={selected ?? false}
            onChange={() => {}}
            onClick={(event) => onToggle(id, event.shiftKey)}
          />
        </div>
      )}
      {cells}
    </div>
  )
}

/** A click on a control inside the row, or one that opens a link in a new tab, is not for the row. */
const isControl = (event: MouseEvent): boolean =>
  event.metaKey ||
  event.ctrlKey ||
  (event.target instanceof Element && event.target.closest('a:not([data-row-link]), button, input') !== null)
