import { IconButton } from '../../components/IconButton.tsx'
import { JsonViewer } from '../../components/JsonViewer/JsonViewer.tsx'
import type { GridRow } from './grid.ts'
import styles from './Page.module.css'

interface RowPaneProps {
  readonly row: GridRow
  readonly onClose: () => void
}

/** One row, whole. */
export function RowPane({ row, onClose }: RowPaneProps) {
  return (
    <aside className={styles.pane} aria-label={`Row ${row.index}`}>
      <div className={styles.paneHead}>
        <h2>Row {row.index}</h2>
        <IconButton label="Close" icon="close" size="small" onClick={onClose} />
      </div>
      <div className={styles.paneBody}>
        <JsonViewer label={`Row ${row.index}`} text={row.text} />
      </div>
    </aside>
  )
}
