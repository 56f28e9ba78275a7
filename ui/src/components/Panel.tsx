import type { ReactNode } from 'react'
import { classes } from './classes.ts'
import styles from './Panel.module.css'

interface PanelProps {
  readonly title: string
  /** Shown next to the title, such as a count. */
  readonly aside?: ReactNode
  readonly actions?: ReactNode
  readonly className?: string | undefined
  readonly children: ReactNode
}

/** A titled, framed section of a page. */
export function Panel({ title, aside, actions, className, children }: PanelProps) {
  return (
    <section className={classes(styles.panel, className)} aria-label={title}>
      <div className={styles.head}>
        <h2 className={styles.title}>{title}</h2>
        {aside !== undefined && <span className={styles.aside}>{aside}</span>}
        {actions && <div className={styles.actions}>{actions}</div>}
      </div>
      {children}
    </section>
  )
}
