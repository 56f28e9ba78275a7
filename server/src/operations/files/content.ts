import { readFile } from '@heddle/contract/files'
import { ServiceError } from '../../errors.ts'
import { inProject, operation } from '../operation.ts'

export const fileContent = operation(readFile, inProject('read'), async (request, { storage, reply }) => {
  const { project_id, digest } = request
  await reply.hold((await storage.files.size(project_id, digest)) ?? 0)
  const bytes = await storage.files.get(project_id, digest)
  if (!bytes) throw new ServiceError('not_found', `digest ${digest} is no file of ${project_id}`)
  return bytes
})
