import { mayAccess } from '../../domain/accounts/access.ts'
import { referencedProjects } from '../../domain/objects/digest.ts'
import type { JsonText } from '../../json/text.ts'
import type { Context } from '../operation.ts'

/**
 * The internal ids of the projects that refs inside these values point into. Projects that the
 * caller may not read have none, or a digest would tell whether they exist.
 */
export async function internalIdsIn(
  values: readonly JsonText[],
  { storage, caller }: Context,
): Promise<(projectId: string) => string | undefined> {
  const named = new Set(values.flatMap(referencedProjects))
  const readable = [...named].filter((projectId) => mayAccess(caller, 'read', projectId))
  const projects = await storage.projects.find(readable)
  const ids = new Map(projects.map(({ project_id, internal_id }) => [project_id, internal_id]))
  return (projectId) => ids.get(projectId)
}
