import { SQL_TABLES, SQL_VIEWS } from '@heddle/contract/sql-tables'
import styles from './Page.module.css'

interface TablesProps {
  /** Called with the name of a table or column. */
  readonly onChoose: (name: string) => void
}

/** Names of columns by table or view. */
const TABLES: [string, readonly string[]][] = [
  ...Object.entries(SQL_TABLES).map(([name, columns]): [string, string[]] => [name, Object.keys(columns)]),
  ...Object.entries(SQL_VIEWS),
]

/** The tables that a query can use. A click puts a name into the query. */
export function Tables({ onChoose }: TablesProps) {
  return (
    <aside className={styles.tables} aria-label="Tables">
      {TABLES.map(([table, columns]) => (
        <details key={table} open={table === 'calls'}>
          <summary className={styles.table}>{table}</summary>
          <ul className={styles.names}>
            {columns.map((column) => (
              <li key={column}>
                <button type="button" className={styles.name} onClick={() => onChoose(column)}>
                  {column}
                </button>
              </li>
            ))}
          </ul>
        </details>
      ))}
    </aside>
  )
}
