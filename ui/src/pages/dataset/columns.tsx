import type { DataColumn } from '../../components/DataTable/column.ts'
import { cellText, columnNames, type GridRow, isNumeric } from './grid.ts'
import styles from './Page.module.css'

const NARROW = 110
const WIDE = 220

/** A column for each key that rows have, after the row's place in the table. */
export function gridColumns(rows: readonly GridRow[]): DataColumn<GridRow>[] {
  return [
    {
      id: '#',
      title: '#',
      width: 56,
      align: 'end',
      cell: ({ index }) => <span className={styles.index}>{index}</span>,
    },
    ...columnNames(rows).map((name): DataColumn<GridRow> => {
      const numeric = isNumeric(rows, name)
      return {
        id: `column ${name}`,
        title: name,
        width: numeric ? NARROW : WIDE,
        ...(numeric ? { align: 'end' } : { grow: 1 }),
        sortable: true,
        cell: ({ cells }) => <Cell json={cells.get(name)} />,
      }
    }),
  ]
}

function Cell({ json }: { readonly json: string | undefined }) {
  const text = cellText(json)
  return (
    <span className={styles.cell} title={text}>
      {text}
    </span>
  )
}

/** The name in a column's id; undefined for the place in the table. */
export const columnName = (id: string): string | undefined =>
  id.startsWith('column ') ? id.slice('column '.length) : undefined
