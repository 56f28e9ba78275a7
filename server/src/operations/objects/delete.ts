import { deleteObject } from '@heddle/contract/objects'
import { inProject, operation } from '../operation.ts'
import { deleteVersions } from './delete-versions.ts'

export const objectDelete = operation(deleteObject, inProject('write'), async (request, context) => {
  const deleted = await deleteVersions(context, request)
  const deleted_versions = deleted.map(({ digest, base_object_class, leaf_object_class }) => ({
    digest,
    base_object_class,
    leaf_object_class,
  }))
  return { num_deleted: deleted_versions.length, deleted_versions }
})
