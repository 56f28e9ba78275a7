import { queryProjects } from '@heddle/contract/projects'
import { readProjectStats, readProjectsInfo } from '@heddle/contract/service'
import { mayAccess } from '../../domain/accounts/access.ts'
import { ServiceError } from '../../errors.ts'
import type { ProjectActivity } from '../../storage/port/projects.ts'
import { formatDateTime } from '../../time.ts'
import { type Context, forKeyHolders, inProject, operation } from '../operation.ts'

const COUNT_MAX = 10_000

export const projectOperations = [
  operation(queryProjects, forKeyHolders, async (_, context) => {
    // One more than is returned, to know whether there are more.
    const activity = await context.storage.projects.activity(await readableProjects(context), COUNT_MAX + 1)
    return { projects: activity.toSorted(byActivity).map(projectView) }
  }),

  operation(
    readProjectsInfo,
    { access: 'read', projects: (request) => request.project_ids },
    async (request, { storage }) => {
      const projects = await storage.projects.find(request.project_ids)
      return projects.map(({ project_id, internal_id }) => ({
        external_project_id: project_id,
        internal_project_id: internal_id,
      }))
    },
  ),

  operation(readProjectStats, inProject('read'), async (request, { storage }) => {
    const {
      include_trace_storage_size: traces = true,
      include_object_storage_size: objects = true,
      include_table_storage_size: tables = true,
      include_file_storage_size: files = true,
    } = request
    if (!(traces || objects || tables || files)) {
      throw new ServiceError(
        'invalid_request',
        'At least one of the include_*_storage_size fields must be true',
      )
    }
    const sizes = await storage.projects.sizes(request.project_id)
    return {
      trace_storage_size_bytes: traces ? sizes.calls : null,
      objects_storage_size_bytes: objects ? sizes.objects : null,
      tables_storage_size_bytes: tables ? sizes.tables : null,
      files_storage_size_bytes: files ? sizes.files : null,
    }
  }),
]

function byActivity(a: ProjectActivity, b: ProjectActivity): number {
  return (b.last_activity ?? 0) - (a.last_activity ?? 0) || (a.project_id < b.project_id ? -1 : 1)
}

const projectView = ({ project_id, root_call_count, last_activity }: ProjectActivity) => ({
  project_id,
  root_call_count: Math.min(root_call_count, COUNT_MAX),
  has_more_root_calls: root_call_count > COUNT_MAX,
  last_activity: last_activity === null ? null : formatDateTime(last_activity),
})

/** The ids of the projects that the caller may read, by name. */
export async function readableProjects({
  storage,
  caller,
}: Pick<Context, 'storage' | 'caller'>): Promise<string[]> {
  const projects = await storage.projects.list()
  return projects.map(({ project_id }) => project_id).filter((id) => mayAccess(caller, 'read', id))
}
