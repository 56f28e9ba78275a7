import { ServiceError } from '../../domain/errors.ts'

interface PathProject {
  readonly entity: string
  readonly project: string
}

export const projectOfPath = ({ entity, project }: PathProject): string => `${entity}/${project}`

/** A record of another project than the path's would slip past the gate, which judged the path. */
export function checkPathProject(path: PathProject, projectId: string): void {
  if (projectId === projectOfPath(path)) return
  throw new ServiceError(
    'invalid_request',
    `project_id ${projectId} is not the project of the path, ${projectOfPath(path)}`,
  )
}
