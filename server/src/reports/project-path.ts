import { ServiceError } from '../errors.ts'

/** Paths of the v2 API name the project in two parts. Throws if it does not have both. */
export function projectPath(projectId: string): { entity: string; project: string } {
  const [entity = '', project = '', ...others] = projectId.split('/')
  if (entity !== '' && project !== '' && others.length === 0) return { entity, project }
  throw new ServiceError(
    'invalid_request',
    `project_id must be entity/project, got ${JSON.stringify(projectId)}`,
  )
}
