import type { DataColumn } from '../../components/DataTable/columns.ts'
import { cellText, columnTitle, type GridColumn, type GridRow } from './grid.ts'
import styles from './Page.module.css'

const NARROW = 110
const WIDE = 220

/** The row index, then one column per key. */
export function gridColumns(columns: readonly GridColumn[]): DataColumn<GridRow>[] {
  return [
    {
      id: '#',
      title: '#',
      width: 56,
      align: 'end',
      cell: ({ index }) => <span className={styles.index}>{index}</span>,
    },
    ...columns.map(
      ({ name, isNumeric }): DataColumn<GridRow> => ({
        id: `column ${name}`,
        title: columnTitle(name),
        width: isNumeric ? NARROW : WIDE,
        ...(isNumeric ? { align: 'end' } : { grow: 1 }),
        // The API cannot address an empty key.
        sortable: name !== '',
        cell: ({ cells }) => <Cell json={cells.get(name)} />,
      }),
    ),
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

/** Key of a column by its id; undefined for the index column. */
export const columnName = (id: string): string | undefined =>
  id.startsWith('column ') ? id.slice('column '.length) : undefined
