import { queryObjects } from '@heddle/contract/objects'
import { objectView } from '../../domain/objects/version.ts'
import { inProject, operation } from '../operation.ts'
import { newObjectSearch } from './search.ts'
import { gatherValues } from './values.ts'

export const objectsQuery = operation(queryObjects, inProject('read'), async (request, context) => {
  const { objects } = context.storage
  const search = newObjectSearch(request)
  const versions = await context.reply.read((bytesMax) => objects.find(search, bytesMax))
  const valOf = await gatherValues(context, request.project_id, request.metadata_only ? [] : versions)
  return { objs: versions.map((version) => objectView(version, valOf(version), request)) }
})
