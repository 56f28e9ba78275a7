import { Link, useLocation } from 'wouter'
import { Icon, type IconName } from '../components/icons.tsx'
import { useCommands } from '../keyboard/commands.ts'
import { projectPath, type Section } from '../navigation/paths.ts'
import styles from './Shell.module.css'

/** The pages of the project. */
export function SideBar({ projectId }: { readonly projectId: string }) {
  const [location, navigate] = useLocation()

  useCommands(
    SECTIONS.map(({ section, title, icon, keys }) => ({
      id: `go-${section}`,
      title: `Go to ${title.toLowerCase()}`,
      group: 'Pages',
      keys,
      icon,
      run: () => navigate(projectPath(projectId, section)),
    })),
  )

  return (
    <nav className={styles.side} aria-label="Project">
      <ul>
        {SECTIONS.map(({ section, title, icon }) => {
          const path = projectPath(projectId, section)
          return (
            <li key={section}>
              <Link
                href={path}
                className={styles.link}
                title={title}
                aria-current={isInside(location, path) ? 'page' : undefined}
              >
                <Icon name={icon} />
                <span className={styles.title}>{title}</span>
              </Link>
            </li>
          )
        })}
      </ul>
      <ul>
        <li>
          <a href="/docs" className={styles.link} title="API reference">
            <Icon name="code" />
            <span className={styles.title}>API reference</span>
          </a>
        </li>
      </ul>
    </nav>
  )
}

/** A call highlights the Traces link, an op the Objects link. */
function isInside(location: string, path: string): boolean {
  const shownAt = location
    .replace(/\/(weave\/calls|r\/call|weave\/compare)(\/.*)?$/, '/weave/traces')
    .replace('/weave/ops/', '/weave/objects/')
  return shownAt === decodeURI(path) || shownAt.startsWith(`${decodeURI(path)}/`)
}

interface SectionInfo {
  readonly section: Section
  readonly title: string
  readonly icon: IconName
  /** Shortcut, available anywhere in the project. */
  readonly keys: string
}

/** The pages of a project, in the order of the side bar. */
const SECTIONS: readonly SectionInfo[] = [
  { section: 'traces', title: 'Traces', icon: 'trace', keys: 'g t' },
  { section: 'threads', title: 'Threads', icon: 'thread', keys: 'g h' },
  { section: 'users', title: 'Users', icon: 'user', keys: 'g u' },
  { section: 'dashboard', title: 'Dashboard', icon: 'chart', keys: 'g d' },
  { section: 'feedback', title: 'Feedback', icon: 'message', keys: 'g f' },
  { section: 'evaluations', title: 'Evaluations', icon: 'flask', keys: 'g e' },
  { section: 'datasets', title: 'Datasets', icon: 'table', keys: 'g s' },
  { section: 'objects', title: 'Objects', icon: 'cube', keys: 'g o' },
  { section: 'costs', title: 'Costs', icon: 'coins', keys: 'g c' },
  { section: 'settings', title: 'Settings', icon: 'settings', keys: 'g ,' },
]
