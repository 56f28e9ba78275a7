import type { SessionReply } from '@heddle/contract/session'
import { Link, useLocation } from 'wouter'
import { useProjects } from '../api/projects.ts'
import { useSignOut } from '../api/session.ts'
import { Button, IconButton } from '../components/Button.tsx'
import { Icon, type IconName, Mark } from '../components/icons.tsx'
import { Kbd } from '../components/Kbd.tsx'
import { Menu } from '../components/Menu.tsx'
import { useToast } from '../components/Toast.tsx'
import { useCommands } from '../keyboard/commands.ts'
import { projectPath } from '../navigation/paths.ts'
import { chooseTheme, type ThemeChoice, useTheme } from '../theme/theme.ts'
import { useIsIdle } from '../timing.ts'
import styles from './Shell.module.css'

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
          <span className={styles.paletteText}>Search or jump to…</span>
          <Kbd keys="Ctrl+K" />
        </button>
        <ThemeMenu />
        <UserMenu session={session} />
      </div>
    </header>
  )
}

function ProjectSwitcher({ projectId }: { readonly projectId: string | undefined }) {
  const [, navigate] = useLocation()
  const { data: projects = [] } = useProjects(useIsIdle())

  useCommands([
    {
      id: 'go-projects',
      title: 'Go to all projects',
      group: 'Pages',
      keys: 'g p',
      icon: 'home',
      run: () => navigate('/'),
    },
    ...projects.map((project) => ({
      id: `project-${project.project_id}`,
      title: project.project_id,
      group: 'Projects',
      icon: 'database' as const,
      run: () => navigate(projectPath(project.project_id)),
    })),
  ])

  const items = projects.map((project) => ({
    label: project.project_id,
    checked: project.project_id === projectId,
    onSelect: () => navigate(projectPath(project.project_id)),
  }))
  return (
    <Menu
      label="Projects"
      heading={items.length === 0 ? 'No projects yet' : 'Projects'}
      items={[...items, { label: 'All projects', icon: 'home', onSelect: () => navigate('/') }]}
      trigger={(props) => (
        <Button {...props} variant="ghost" className={styles.project} title={projectId}>
          <span className={styles.projectName}>{projectId ?? 'All projects'}</span>
          <Icon name="chevronDown" size={12} />
        </Button>
      )}
    />
  )
}

const CHOICES: readonly { readonly choice: ThemeChoice; readonly label: string; readonly icon: IconName }[] =
  [
    { choice: 'system', label: 'System', icon: 'system' },
    { choice: 'light', label: 'Light', icon: 'sun' },
    { choice: 'dark', label: 'Dark', icon: 'moon' },
  ]

function ThemeMenu() {
  const { choice, theme } = useTheme()

  useCommands([
    {
      id: 'theme',
      title: theme === 'dark' ? 'Switch to light theme' : 'Switch to dark theme',
      group: 'General',
      icon: theme === 'dark' ? 'sun' : 'moon',
      run: () => chooseTheme(theme === 'dark' ? 'light' : 'dark'),
    },
  ])

  return (
    <Menu
      label="Theme"
      align="end"
      items={CHOICES.map(({ choice: each, label, icon }) => ({
        label,
        icon,
        checked: each === choice,
        onSelect: () => chooseTheme(each),
      }))}
      trigger={(props) => <IconButton {...props} label="Theme" icon={theme === 'dark' ? 'moon' : 'sun'} />}
    />
  )
}

function UserMenu({ session }: { readonly session: SessionReply }) {
  const { mutate } = useSignOut()
  const toast = useToast()
  const signOut = () => mutate(undefined, { onError: (error) => toast.failed('Could not sign out', error) })

  useCommands([{ id: 'sign-out', title: 'Sign out', group: 'General', icon: 'user', run: signOut }])

  return (
    <Menu
      label="Account"
      align="end"
      heading={`${session.user.name}${session.user.server_admin ? ' · server admin' : ''}`}
      items={[{ label: 'Sign out', icon: 'external', onSelect: signOut }]}
      trigger={(props) => <IconButton {...props} label={`Account: ${session.user.name}`} icon="user" />}
    />
  )
}
