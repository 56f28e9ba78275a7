import type { ReactNode } from 'react'
import { Button, IconButton } from '../Button.tsx'
import { Checkbox } from '../Field.tsx'
import { Popover } from '../Popover.tsx'
import {
  type DataColumn,
  EMPTY_LAYOUT,
  isVisible,
  orderedIds,
  type TableLayout,
  withMoved,
  withVisible,
} from './columns.ts'
import styles from './DataTable.module.css'

interface ColumnChooserProps<Row> {
  readonly columns: readonly DataColumn<Row>[]
  readonly layout: TableLayout
  readonly onLayout: (layout: TableLayout) => void
  /** Extra controls below the list. */
  readonly children?: ReactNode
}

/** Chooses the visible columns and their order. */
export function ColumnChooser<Row>({ columns, layout, onLayout, children }: ColumnChooserProps<Row>) {
  const ids = orderedIds(columns, layout)
  const ordered = ids.flatMap((id) => columns.find((column) => column.id === id) ?? [])
  const move = (id: string, overId: string | undefined) => {
    if (overId !== undefined) onLayout(withMoved(layout, columns, id, overId))
  }
  return (
    <Popover
      label="Columns"
      align="end"
      trigger={(props) => <IconButton {...props} label="Columns" icon="columns" />}
    >
      {() => (
        <div className={styles.chooser}>
          <ul>
            {ordered.map((column, index) => (
              <li key={column.id} className={styles.choice}>
                <Checkbox
                  label={column.title}
                  withLabel
                  checked={isVisible(column, layout)}
                  onChange={(event) => onLayout(withVisible(layout, column.id, event.currentTarget.checked))}
                />
                <span className={styles.moves}>
                  <IconButton
                    label={`Move ${column.title} up`}
                    icon="arrowUp"
                    size="small"
                    disabled={index === 0}
                    onClick={() => move(column.id, ids[index - 1])}
                  />
                  <IconButton
                    label={`Move ${column.title} down`}
                    icon="arrowDown"
                    size="small"
                    disabled={index === ids.length - 1}
                    onClick={() => move(column.id, ids[index + 1])}
                  />
                </span>
              </li>
            ))}
          </ul>
          {children}
          <div className={styles.foot}>
            <Button size="small" onClick={() => onLayout(EMPTY_LAYOUT)}>
              Reset
            </Button>
          </div>
        </div>
      )}
    </Popover>
  )
}
