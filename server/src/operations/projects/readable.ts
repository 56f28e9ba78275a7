import { mayAccess } from '../../domain/accounts/access.ts'
import type { Context } from '../operation.ts'

/** The ids of the projects that the caller may read, by name. */
export async function readableProjects({
  storage,
  caller,
}: Pick<Context, 'storage' | 'caller'>): Promise<string[]> {
  const projects = await storage.projects.list()
  return projects.map(({ project_id }) => project_id).filter((id) => mayAccess(caller, 'read', id))
}
