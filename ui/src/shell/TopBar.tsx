import type { SessionReply } from '@heddle/contract/session'
import { Link } from 'wouter'
import { Icon, Mark } from '../components/icons.tsx'
import { Kbd } from '../components/Kbd.tsx'
import { ProjectSwitcher } from './ProjectSwitcher.tsx'
import { ThemeMenu } from './ThemeMenu.tsx'
import styles from './TopBar.module.css'
import { UserMenu } from './UserMenu.tsx'

interface TopBarProps {
  readonly session: SessionReply
  readonly projectId: string | undefined
  readonly onPalette: () => void
}

export function TopBar({ session, projectId, onPalette }: TopBarProps) {
  return (
    <header className={styles.bar}>
      <Link href="/" className={styles.brand} aria-label="Heddle, all projects">
        <Mark />
        <span>Heddle</span>
      </Link>
      <span className={styles.slash} aria-hidden="true">
        /
      </span>
      <ProjectSwitcher projectId={projectId} />
      <div className={styles.right}>
        <button type="button" className={styles.palette} onClick={onPalette}>
          <Icon name="search" size={14} />
          <span>Search or jump to…</span>
          <Kbd keys="Ctrl+K" />
        </button>
        <ThemeMenu />
        <UserMenu session={session} />
      </div>
    </header>
  )
}
