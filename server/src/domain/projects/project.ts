import { ServiceError } from '../../errors.ts'

/** Throws unless the text is `entity/project` with both parts non-empty. */
export function checkProjectId(text: string): void {
  if (!isProjectId(text)) {
    throw new ServiceError(
      'invalid_request',
      `project_id must be entity/project, got ${JSON.stringify(text)}`,
    )
  }
}

/** Whether a text is `entity/project` with both parts non-empty. */
export function isProjectId(text: string): boolean {
  return PROJECT_ID.test(text)
}

/** The part of a project id before the slash. */
export function entityOf(projectId: string): string {
  return projectId.slice(0, projectId.indexOf('/'))
}

const PROJECT_ID = /^[^/]+\/[^/]+$/
