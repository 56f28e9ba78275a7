import { classes } from '../../components/classes.ts'
import type { DataColumn } from '../../components/DataTable/columns.ts'
import { CHARACTERS_FITTED, cellText, columnTitle, type GridColumn, type GridRow } from './grid.ts'
import styles from './Page.module.css'
import { type RowEdits, type RowState, stateOf } from './row-edits.ts'

/** Pixels of a wide digit, of the padding of a cell, and of the arrow of a sorted column. */
const CHARACTER = 8
const PADDING = 16
const ARROW = 18
const TITLE_FITTED = 20

/** The row index, then one column per key. Unsaved changes are marked at the index. */
export function gridColumns(columns: readonly GridColumn[], edits: RowEdits): DataColumn<GridRow>[] {
  return [
    {
      id: '#',
      title: '#',
      width: 56,
      align: 'end',
      cell: ({ index }) => <Index index={index} state={stateOf(edits, index)} />,
    },
    ...columns.map(
      ({ name, isNumeric, characters }): DataColumn<GridRow> => ({
        id: `column ${name}`,
        title: columnTitle(name),
        width: widthOf(columnTitle(name), characters),
        ...(isNumeric && { align: 'end' }),
        ...(characters === CHARACTERS_FITTED && { grow: 1 }),
        // The API cannot address an empty key.
        sortable: name !== '',
        cell: ({ cells, index }) => <Cell json={cells.get(name)} state={stateOf(edits, index)} />,
      }),
    ),
  ]
}

/** Fits the title and the values; columns with longer values share what is left of the table. */
const widthOf = (title: string, characters: number): number =>
  PADDING + Math.max(Math.min(title.length, TITLE_FITTED) * CHARACTER + ARROW, characters * CHARACTER)

interface IndexProps {
  readonly index: number
  readonly state: RowState
}

function Index({ index, state }: IndexProps) {
  if (state === 'saved') return <span className={styles.index}>{index}</span>
  return (
    <span className={classes(styles.mark, styles[state])} title={`Not saved: ${state}`}>
      {MARKS[state]}
      {index >= 0 && index}
    </span>
  )
}

const MARKS = { added: 'new', changed: '• ', deleted: '− ' }

function Cell({ json, state }: { readonly json: string | undefined; readonly state: RowState }) {
  const text = cellText(json)
  return (
    <span className={classes(styles.cell, state === 'deleted' && styles.struck)} title={text}>
      {text}
    </span>
  )
}

/** Key of a column by its id; undefined for the index column. */
export const columnName = (id: string): string | undefined =>
  id.startsWith('column ') ? id.slice('column '.length) : undefined
