import { useRef } from 'react'
import { Link, useLocation } from 'wouter'
import { Icon, type IconName } from '../components/icons.tsx'
import { useCommands } from '../keyboard/commands.ts'
import { BASE_PATH } from '../navigation/base-path.ts'
import { useSearchParam } from '../navigation/params.ts'
import { projectPath, type Section } from '../navigation/paths.ts'
import styles from './Shell.module.css'

/** The pages of the project. */
export function SideBar({ projectId }: { readonly projectId: string }) {
  const [location, navigate] = useLocation()
  const range = useKeptRange(location)
  const hrefOf = ({ section, isRanged }: SectionInfo) =>
    isRanged && range !== undefined
      ? `${projectPath(projectId, section)}?${new URLSearchParams({ range })}`
      : projectPath(projectId, section)

  useCommands(
    SECTIONS.map((info) => ({
      id: `go-${info.section}`,
      title: `Go to ${info.title}`,
      group: 'Pages',
      keys: info.keys,
      icon: info.icon,
      run: () => navigate(hrefOf(info)),
    })),
  )

  return (
    <nav className={styles.side} aria-label="Project">
      <ul>
        {SECTIONS.map((info) => (
          <li key={info.section}>
            <Link
              href={hrefOf(info)}
              className={styles.link}
              title={info.title}
              aria-current={isInside(location, info.section) ? 'page' : undefined}
            >
              <Icon name={info.icon} />
              <span className={styles.title}>{info.title}</span>
            </Link>
          </li>
        ))}
      </ul>
      <ul>
        <li>
          <a href={`${BASE_PATH}/docs`} className={styles.link} title="API reference">
            <Icon name="code" />
            <span className={styles.title}>API reference</span>
          </a>
        </li>
      </ul>
    </nav>
  )
}

/** The time range last chosen on a page that has one. */
function useKeptRange(location: string): string | undefined {
  const [range] = useSearchParam('range')
  const kept = useRef(range)
  const isRanged = SECTIONS.some(
    ({ section, isRanged }) => isRanged && location.endsWith(`/weave/${section}`),
  )
  if (isRanged) kept.current = range
  return kept.current
}

/** A call highlights the Traces link, an op the Objects link. */
function isInside(location: string, section: Section): boolean {
  const [, , , ...below] = location.split('/')
  const shownAt = below
    .join('/')
    .replace(/^(weave\/calls|r\/call|weave\/compare)(\/.*)?$/, 'weave/traces')
    .replace(/^weave\/ops\//, 'weave/objects/')
    .replace(/^weave\//, '')
  return shownAt === section || shownAt.startsWith(`${section}/`)
}

interface SectionInfo {
  readonly section: Section
  readonly title: string
  readonly icon: IconName
  /** Shortcut, available anywhere in the project. */
  readonly keys: string
  /** Whether the page has a time range, which links to it keep. */
  readonly isRanged?: boolean
}

/** The pages of a project, in the order of the side bar. */
const SECTIONS: readonly SectionInfo[] = [
  { section: 'traces', title: 'Traces', icon: 'trace', keys: 'g t', isRanged: true },
  { section: 'threads', title: 'Threads', icon: 'thread', keys: 'g h', isRanged: true },
  { section: 'users', title: 'Users', icon: 'user', keys: 'g u', isRanged: true },
  { section: 'dashboard', title: 'Dashboard', icon: 'chart', keys: 'g d', isRanged: true },
  { section: 'feedback', title: 'Feedback', icon: 'message', keys: 'g f' },
  { section: 'evaluations', title: 'Evaluations', icon: 'flask', keys: 'g e' },
  { section: 'datasets', title: 'Datasets', icon: 'table', keys: 'g s' },
  { section: 'objects', title: 'Objects', icon: 'cube', keys: 'g o' },
  { section: 'costs', title: 'Costs', icon: 'coins', keys: 'g c', isRanged: true },
  { section: 'sql', title: 'SQL', icon: 'database', keys: 'g q', isRanged: true },
  { section: 'settings', title: 'Settings', icon: 'settings', keys: 'g ,' },
]
