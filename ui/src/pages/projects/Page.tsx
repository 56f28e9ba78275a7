import type { ProjectRecord } from '@heddle/contract/projects'
import { useEffect } from 'react'
import { Link, useLocation } from 'wouter'
import { useFirstTrace, useProjects } from '../../api/projects.ts'
import type { DataColumn } from '../../components/DataTable/columns.ts'
import { DataTable } from '../../components/DataTable/DataTable.tsx'
import { TimeAgo } from '../../components/Figures.tsx'
import { Icon } from '../../components/icons.tsx'
import { Loaded } from '../../components/Loaded.tsx'
import { PageHeader } from '../../components/PageHeader.tsx'
import { formatCount } from '../../format/number.ts'
import { callPath, projectPath } from '../../navigation/paths.ts'
import { SetupGuide } from '../../setup/SetupGuide.tsx'
import styles from './Page.module.css'

/** All projects, or instructions to create the first one. */
export function ProjectsPage() {
  const [, navigate] = useLocation()
  const query = useProjects()
  const { data: projects, isPending } = query
  if (projects?.length === 0) return <FirstProject />
  return (
    <div className={styles.page}>
      <PageHeader title="Projects" aside={projects && formatCount(projects.length)} />
      <Loaded what="projects" queries={[query]}>
        <div className={styles.table}>
          <DataTable
            label="Projects"
            columns={COLUMNS}
            rows={projects ?? []}
            rowId={({ project_id }) => project_id}
            isLoading={isPending}
            onOpen={({ project_id }) => navigate(projectPath(project_id))}
          />
        </div>
      </Loaded>
    </div>
  )
}

const COLUMNS: readonly DataColumn<ProjectRecord>[] = [
  {
    id: 'name',
    title: 'Project',
    width: 280,
    grow: 1,
    cell: ({ project_id }) => (
      <span className={styles.name}>
        <Icon name="database" size={14} />
        <Link href={projectPath(project_id)}>{project_id}</Link>
      </span>
    ),
  },
  {
    id: 'traces',
    title: 'Traces',
    width: 90,
    align: 'end',
    cell: ({ root_call_count, has_more_root_calls }) =>
      `${formatCount(root_call_count)}${has_more_root_calls ? '+' : ''}`,
  },
  {
    id: 'activity',
    title: 'Last activity',
    width: 120,
    align: 'end',
    cell: ({ last_activity }) => (last_activity ? <TimeAgo at={last_activity} /> : 'never'),
  },
]

/** Shown while the server has no projects: the first call creates one and opens. */
function FirstProject() {
  const [, navigate] = useLocation()
  const { data: first } = useFirstTrace()
  useEffect(() => {
    if (first) navigate(callPath(first.projectId, first.callId))
  }, [first, navigate])
  return (
    <>
      <PageHeader title="Projects" />
      <SetupGuide title="Send your first call" />
    </>
  )
}
