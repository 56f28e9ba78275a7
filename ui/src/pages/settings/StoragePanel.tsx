import type { ProjectStorage } from '@heddle/contract/settings'
import { Link } from 'wouter'
import { useStorage } from '../../api/settings.ts'
import { Loaded } from '../../components/Loaded.tsx'
import { Panel } from '../../components/Panel.tsx'
import { PlainTable } from '../../components/PlainTable.tsx'
import { SkeletonLines } from '../../components/Skeleton.tsx'
import { formatBytes } from '../../format/number.ts'
import { projectPath } from '../../navigation/paths.ts'
import styles from './Page.module.css'

/** Storage by project, largest first. */
export function StoragePanel() {
  const query = useStorage()
  const { data: projects } = query
  const largest = Math.max(...(projects ?? []).map(({ total_bytes }) => total_bytes), 1)
  const columns = [
    {
      id: 'project',
      title: 'Project',
      cell: ({ project_id }: ProjectStorage) => <Link href={projectPath(project_id)}>{project_id}</Link>,
    },
    size('Calls', ({ calls_bytes }) => calls_bytes),
    size('Objects', ({ objects_bytes }) => objects_bytes),
    size('Tables', ({ tables_bytes }) => tables_bytes),
    size('Files', ({ files_bytes }) => files_bytes),
    size('Agent spans', ({ agent_spans_bytes }) => agent_spans_bytes),
    size('Total', ({ total_bytes }) => total_bytes),
    {
      id: 'share',
      title: 'Share',
      titleHidden: true,
      cell: ({ total_bytes }: ProjectStorage) => (
        <span className={styles.bar} aria-hidden="true">
          <span className={styles.fill} style={{ width: `${(total_bytes / largest) * 100}%` }} />
        </span>
      ),
    },
  ]
  return (
    <Panel title="Storage by project" aside="payload size, excluding indexes">
      <Loaded what="storage usage" queries={[query]}>
        {projects ? (
          <PlainTable
            label="Storage by project"
            columns={columns}
            rows={projects}
            rowId={({ project_id }) => project_id}
            empty="Nothing is stored yet."
          />
        ) : (
          <SkeletonLines count={3} />
        )}
      </Loaded>
    </Panel>
  )
}

const size = (title: string, of: (project: ProjectStorage) => number) => ({
  id: title,
  title,
  align: 'end' as const,
  cell: (project: ProjectStorage) => formatBytes(of(project)),
})
