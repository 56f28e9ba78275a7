import type { ReactNode } from 'react'
import { IconButton } from './Button.tsx'
import styles from './SidePane.module.css'

interface SidePaneProps {
  readonly title: string
  readonly onClose: () => void
  readonly children: ReactNode
}

/** Side pane with the full content of a row. */
export function SidePane({ title, onClose, children }: SidePaneProps) {
  return (
    <aside className={styles.pane} aria-label={title}>
      <div className={styles.head}>
        <h2>{title}</h2>
        <IconButton label="Close" icon="close" size="small" onClick={onClose} />
      </div>
      <div className={styles.body}>{children}</div>
    </aside>
  )
}
