import { queryProjects } from '@heddle/contract/projects'
import type { ProjectActivity } from '../../storage/port/projects.ts'
import { formatDateTime } from '../../time.ts'
import { forKeyHolders, operation } from '../operation.ts'
import { readableProjects } from './readable.ts'

const COUNT_MAX = 10_000

export const projectsQuery = operation(queryProjects, forKeyHolders, async (_, context) => {
  // One more than is told, to know whether there are more.
  const activity = await context.storage.projects.activity(await readableProjects(context), COUNT_MAX + 1)
  return { projects: activity.toSorted(byActivity).map(projectView) }
})

function byActivity(a: ProjectActivity, b: ProjectActivity): number {
  return (b.last_activity ?? 0) - (a.last_activity ?? 0) || (a.project_id < b.project_id ? -1 : 1)
}

const projectView = ({ project_id, root_call_count, last_activity }: ProjectActivity) => ({
  project_id,
  root_call_count: Math.min(root_call_count, COUNT_MAX),
  has_more_root_calls: root_call_count > COUNT_MAX,
  last_activity: last_activity === null ? null : formatDateTime(last_activity),
})
