import type { Author } from '../../domain/calls/new-call.ts'
import type { Context } from '../operation.ts'

/** The user, id source and settings for new calls of these projects. */
export async function authorIn(
  { caller, newId, settings }: Context,
  projectIds: readonly string[],
): Promise<Author> {
  const known = await settings.ofAll(projectIds)
  return {
    wb_user_id: caller.user.id,
    newId,
    retentionDays: (projectId) => known.get(projectId)?.retentionDays ?? null,
    redactor: (projectId) => known.get(projectId)?.redactor,
  }
}
