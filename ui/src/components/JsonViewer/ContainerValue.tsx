import { formatBytes } from '../../format/number.ts'
import styles from './JsonViewer.module.css'
import type { JsonDocument, ValueRow } from './rows.ts'
import { countText, summaryText } from './value-text.ts'

interface ContainerValueProps {
  readonly document: JsonDocument
  readonly row: ValueRow
  readonly onToggle: (start: number) => void
}

/** An object or a list: its size, and while it is closed what it begins with. */
export function ContainerValue({ document, row, onToggle }: ContainerValueProps) {
  return (
    <button type="button" className={styles.container} tabIndex={-1} onClick={() => onToggle(row.start)}>
      <span className={styles.count}>{countText(document, row) ?? formatBytes(row.end - row.start)}</span>
      {!row.isOpen && <span className={styles.summary}>{summaryText(document, row)}</span>}
    </button>
  )
}
