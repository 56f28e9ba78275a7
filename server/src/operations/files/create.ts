import { createFile } from '@heddle/contract/files'
import { acceptDigest, fileDigest } from '../../domain/objects/digest.ts'
import { inProject, operation } from '../operation.ts'

export const fileCreate = operation(createFile, inProject('write'), async (request, { storage }) => {
  const { project_id, file, expected_digest } = request
  const digest = acceptDigest(expected_digest, [fileDigest(file)])
  await storage.files.put(project_id, digest, file)
  return { digest }
})
