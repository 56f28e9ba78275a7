import { type ReactNode, useEffect } from 'react'
import styles from './PageHeader.module.css'

interface PageHeaderProps {
  readonly title: string
  /** Shown next to the title, such as a count. */
  readonly aside?: ReactNode
  readonly actions?: ReactNode
}

/** Page header; also sets the document title. */
export function PageHeader({ title, aside, actions }: PageHeaderProps) {
  useEffect(() => {
    document.title = `${title} · Heddle`
  }, [title])
  return (
    <header className={styles.header}>
      <div className={styles.title}>
        <h1>{title}</h1>
        {aside !== undefined && <span className={styles.aside}>{aside}</span>}
      </div>
      {actions && <div className={styles.actions}>{actions}</div>}
    </header>
  )
}
