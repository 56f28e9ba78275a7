import type { ReactNode } from 'react'
import styles from './EmptyState.module.css'
import { Icon, type IconName } from './icons.tsx'

interface EmptyStateProps {
  readonly title: string
  readonly icon?: IconName
  readonly children?: ReactNode
  readonly actions?: ReactNode
}

/** Shown when there is nothing to display: why, and what to do next. */
export function EmptyState({ title, icon, children, actions }: EmptyStateProps) {
  return (
    <div className={styles.empty}>
      {icon && <Icon name={icon} size={24} />}
      <h2>{title}</h2>
      {children && <div className={styles.text}>{children}</div>}
      {actions && <div className={styles.actions}>{actions}</div>}
    </div>
  )
}
