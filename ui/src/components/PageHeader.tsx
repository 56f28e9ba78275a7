import type { ReactNode } from 'react'
import { usePageTitle } from '../navigation/page-title.ts'
import styles from './PageHeader.module.css'

interface PageHeaderProps {
  readonly title: string
  /** Shown next to the title, such as a count. */
  readonly aside?: ReactNode
  readonly actions?: ReactNode
}

/** Page header; also names the tab. */
export function PageHeader({ title, aside, actions }: PageHeaderProps) {
  usePageTitle(title)
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
