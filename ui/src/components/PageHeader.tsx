import { type ReactNode, useEffect } from 'react'
import styles from './PageHeader.module.css'

interface PageHeaderProps {
  readonly title: string
  /** Said beside the title: a count, a name. */
  readonly aside?: ReactNode
  readonly actions?: ReactNode
}

/** The head of every page; it names the browser's tab as well. */
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
