import type { ReactNode } from 'react'
import { classes } from './classes.ts'
import type { DataColumn } from './DataTable/columns.ts'
import styles from './PlainTable.module.css'

interface PlainColumn<Row> extends Pick<DataColumn<Row>, 'id' | 'title' | 'align' | 'cell'> {
  /** Visually hidden title, for columns such as buttons. */
  readonly titleHidden?: boolean
}

interface PlainTableProps<Row> {
  readonly label: string
  readonly columns: readonly PlainColumn<Row>[]
  readonly rows: readonly Row[]
  readonly rowId: (row: Row) => string
  /** Shown when there are no rows. */
  readonly empty?: ReactNode
}

/** A short table without virtual scrolling; see DataTable for long ones. */
export function PlainTable<Row>({ label, columns, rows, rowId, empty }: PlainTableProps<Row>) {
  if (rows.length === 0 && empty !== undefined) return <div className={styles.empty}>{empty}</div>
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable by keyboard.
    <div className={styles.scroller} tabIndex={0} role="group" aria-label={label}>
      <table className={styles.table} aria-label={label}>
        <thead>
          <tr>
            {columns.map(({ id, title, titleHidden, align }) => (
              <th key={id} scope="col" className={classes(align === 'end' && styles.end)}>
                {titleHidden ? <span className="visually-hidden">{title}</span> : title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={rowId(row)}>
              {columns.map(({ id, align, cell }) => (
                <td key={id} className={classes(align === 'end' && styles.end)}>
                  {cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
