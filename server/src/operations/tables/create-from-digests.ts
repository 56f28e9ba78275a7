import { createTableFromDigests } from '@heddle/contract/tables'
import { acceptDigest, tableDigest } from '../../domain/objects/digest.ts'
import { inProject, operation } from '../operation.ts'

export const tableCreateFromDigests = operation(
  createTableFromDigests,
  inProject('write'),
  async ({ project_id, row_digests, expected_digest }, { storage }) => {
    const digest = acceptDigest(expected_digest, [tableDigest(row_digests)])
    await storage.tables.put(project_id, digest, row_digests, [])
    return { digest }
  },
)
