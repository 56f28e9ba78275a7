import { ServiceError } from '../../errors.ts'

/** Far above what any client names a project. Names are kept in memory, and travel with every row. */
const CHARACTERS_MAX = 512

/** Throws unless the text is `entity/project` with both parts non-empty. */
export function checkProjectId(text: string): void {
  if (text.length > CHARACTERS_MAX) {
    throw new ServiceError('invalid_request', `project_id is over ${CHARACTERS_MAX} characters`)
  }
  if (!isProjectId(text)) {
    throw new ServiceError(
      'invalid_request',
      `project_id must be entity/project, got ${JSON.stringify(text)}`,
    )
  }
}

/** Whether a text is `entity/project` with both parts non-empty, and not too long. */
export function isProjectId(text: string): boolean {
  return text.length <= CHARACTERS_MAX && PROJECT_ID.test(text)
}

/** The part of a project id before the slash. */
export function entityOf(projectId: string): string {
  return projectId.slice(0, projectId.indexOf('/'))
}

const PROJECT_ID = /^[^/]+\/[^/]+$/
