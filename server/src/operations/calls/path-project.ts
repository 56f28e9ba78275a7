import type { Access } from '../../domain/accounts/access.ts'
import { ServiceError } from '../../errors.ts'

interface PathProject {
  readonly entity: string
  readonly project: string
}

export const projectOfPath = ({ entity, project }: PathProject): string => `${entity}/${project}`

/** The gate of the requests that name their one project in the path. */
export const inProjectOfPath = (access: Access) => ({
  access,
  projects: (request: PathProject) => [projectOfPath(request)],
})

/** A record of another project than the path's would slip past the gate, which judged the path. */
export function checkPathProject(path: PathProject, projectId: string): void {
  if (projectId === projectOfPath(path)) return
  throw new ServiceError(
    'invalid_request',
    `project_id ${projectId} is not the project of the path, ${projectOfPath(path)}`,
  )
}
