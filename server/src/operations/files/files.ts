import { createFile, measureFiles, readFile } from '@heddle/contract/files'
import { acceptDigest, fileDigest } from '../../domain/objects/digest.ts'
import { ServiceError } from '../../errors.ts'
import { inProject, operation } from '../operation.ts'

export const fileOperations = [
  operation(createFile, inProject('write'), async (request, { storage }) => {
    const { project_id, file, expected_digest } = request
    const digest = acceptDigest(expected_digest, [fileDigest(file)])
    await storage.files.put(project_id, digest, file)
    return { digest }
  }),

  operation(readFile, inProject('read'), async (request, { storage, reply }) => {
    const { project_id, digest } = request
    await reply.hold((await storage.files.size(project_id, digest)) ?? 0)
    const bytes = await storage.files.get(project_id, digest)
    if (!bytes) throw new ServiceError('not_found', `digest ${digest} is not a file of ${project_id}`)
    return bytes
  }),

  operation(measureFiles, inProject('read'), async ({ project_id }, { storage }) => ({
    total_size_bytes: await storage.files.totalSize(project_id),
  })),
]
