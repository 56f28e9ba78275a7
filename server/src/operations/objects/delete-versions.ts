import type { StoredVersion } from '../../domain/objects/object.ts'
import { resolveDeletions } from '../../domain/objects/version.ts'
import type { Context } from '../operation.ts'

interface Deletion {
  readonly project_id: string
  readonly object_id: string
  readonly digests?: readonly string[]
  /** The versions that may go; what is not among them is unknown. All by default. */
  readonly among?: (version: StoredVersion) => boolean
}

/** Every name is looked up before the first version goes: one that is unknown keeps them all. */
export async function deleteVersions(
  { storage, now }: Context,
  { project_id, object_id, digests, among = () => true }: Deletion,
): Promise<StoredVersion[]> {
  const versions = await storage.objects.versions(project_id, object_id)
  const deleted = resolveDeletions(versions.filter(among), digests)
  await storage.objects.delete(
    project_id,
    object_id,
    deleted.map(({ digest }) => digest),
    now(),
  )
  return deleted
}
