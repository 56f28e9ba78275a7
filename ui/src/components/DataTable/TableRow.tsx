import { type MouseEvent, memo, useState } from 'react'
import { useIsLate } from '../../timing.ts'
import { classes } from '../classes.ts'
import { Checkbox } from '../Field.tsx'
import { Icon } from '../icons.tsx'
import { Menu, type MenuItem } from '../Menu.tsx'
import { Skeleton } from '../Skeleton.tsx'
import type { DataColumn } from './columns.ts'
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
  readonly actionsOf?: ((row: Row, columnId: string) => readonly MenuItem[]) | undefined
}

/** Memoized: scrolling re-renders the table, but unchanged rows are skipped. */
export const TableRow = memo(PlainRow) as typeof PlainRow

function PlainRow<Row>(props: TableRowProps<Row>) {
  const { id, row, index, top, columns, selected, onToggle, active, onOpen, actionsOf } = props
  const [hovered, setHovered] = useState<string>()
  const open = (event: MouseEvent) => {
    if (event.shiftKey && onToggle) {
      window.getSelection()?.removeAllRanges()
      onToggle(id, true)
    } else if (!isControl(event)) onOpen?.(row)
  }
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the link inside and the table's shortcuts open rows.
    <div
      role="row"
      tabIndex={-1}
      aria-rowindex={index + 2}
      aria-selected={selected}
      data-active={active || undefined}
      className={classes(styles.row, onOpen && styles.opens)}
      style={{ top }}
      onClick={open}
      {...(actionsOf && { onPointerLeave: () => setHovered(undefined) })}
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
      {columns.map((column) => (
        <div
          key={column.id}
          role="cell"
          className={classes(styles.cell, column.align === 'end' && styles.end, column.fits && styles.fits)}
          {...(actionsOf && { onPointerMove: () => setHovered(column.id) })}
        >
          {column.cell(row)}
          {actionsOf && hovered === column.id && <CellActions actions={actionsOf(row, column.id)} />}
        </div>
      ))}
    </div>
  )
}

/** A menu at the end of a cell. For the pointer only: the filter bar does the same by keyboard. */
function CellActions({ actions }: { readonly actions: readonly MenuItem[] }) {
  if (actions.length === 0) return null
  return (
    <span className={styles.actions}>
      <Menu
        label="Cell actions"
        items={actions}
        trigger={(props) => (
          <button {...props} type="button" tabIndex={-1} className={styles.action} aria-label="Cell actions">
            <Icon name="more" size={12} />
          </button>
        )}
      />
    </span>
  )
}

/** False for clicks on a control inside the row and for clicks that open a new tab. */
const isControl = (event: MouseEvent): boolean =>
  event.metaKey ||
  event.ctrlKey ||
  (event.target instanceof Element && event.target.closest('a:not([data-row-link]), button, input') !== null)

const ROWS = 24
const WIDTHS = ['70%', '55%', '80%', '40%', '62%']

/** Placeholder rows while loading. */
export function SkeletonRows({ columns }: { readonly columns: number }) {
  // Rendering placeholders costs as much as rendering rows, so fast responses skip them.
  if (!useIsLate()) return null
  return (
    <div aria-hidden="true" className={styles.waiting}>
      {Array.from({ length: ROWS }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: identical rows that never move.
        <div key={row} className={styles.row}>
          {Array.from({ length: columns }, (_, column) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: as above.
            <div key={column} className={styles.cell}>
              <Skeleton atOnce width={WIDTHS[(row * 3 + column) % WIDTHS.length] ?? '60%'} />
            </div>
          ))}
        </div>
      ))}
    </div>
  )
}
