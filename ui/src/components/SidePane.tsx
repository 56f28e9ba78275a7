import type { ReactNode } from 'react'
import { IconButton } from './Button.tsx'
import styles from './SidePane.module.css'

interface SidePaneProps {
  readonly title: string
  readonly actions?: ReactNode
  readonly onClose: () => void
  readonly children: ReactNode
}

/** Side pane with the full content of a row. */
export function SidePane({ title, actions, onClose, children }: SidePaneProps) {
  return (
    <aside className={styles.pane} aria-label={title}>
      <div className={styles.head}>
        <h2>{title}</h2>
        <span className={styles.actions}>
          {actions}
          <IconButton label="Close" icon="close" size="small" onClick={onClose} />
        </span>
      </div>
      <div className={styles.body}>{children}</div>
    </aside>
  )
}
