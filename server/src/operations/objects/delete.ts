import { deleteObject } from '@heddle/contract/objects'
import { resolveDeletions } from '../../domain/object-version.ts'
import { inProject, operation } from '../operation.ts'

/** Every name is looked up before the first version goes: one that is unknown keeps them all. */
export const objectDelete = operation(deleteObject, inProject('write'), async (request, context) => {
  const { project_id, object_id } = request
  const { objects } = context.storage
  const doomed = resolveDeletions(await objects.versions(project_id, object_id), request.digests)
  const digests = doomed.map(({ digest }) => digest)
  await objects.delete(project_id, object_id, digests, context.now())
  const deleted_versions = doomed.map(({ digest, base_object_class, leaf_object_class }) => ({
    digest,
    base_object_class,
    leaf_object_class,
  }))
  return { num_deleted: deleted_versions.length, deleted_versions }
})
