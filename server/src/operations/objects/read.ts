import { readObject } from '@heddle/contract/objects'
import { objectView, resolveVersion } from '../../domain/objects/version.ts'
import { inProject, operation } from '../operation.ts'
import { gatherValues } from './values.ts'

export const objectRead = operation(readObject, inProject('read'), async (request, context) => {
  const { project_id, object_id, digest, metadata_only } = request
  const { objects } = context.storage
  const version = resolveVersion(await objects.versions(project_id, object_id), digest)
  const valOf = await gatherValues(context, project_id, metadata_only ? [] : [version])
  return { obj: objectView(version, valOf(version), request) }
})
