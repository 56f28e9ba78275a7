import { ServiceError } from './errors.ts'

/** Refuses what is not `entity/project` with both halves non-empty. */
export function checkProjectId(text: string): void {
  if (!PROJECT_ID.test(text)) {
    throw new ServiceError(
      'invalid_request',
      `project_id must be entity/project, got ${JSON.stringify(text)}`,
    )
  }
}

/** The part of a project id before the slash. */
export function entityOf(projectId: string): string {
  return projectId.slice(0, projectId.indexOf('/'))
}

const PROJECT_ID = /^[^/]+\/[^/]+$/
