import { measureFiles } from '@heddle/contract/files'
import { inProject, operation } from '../operation.ts'

export const filesQueryStats = operation(
  measureFiles,
  inProject('read'),
  async ({ project_id }, { storage }) => ({ total_size_bytes: await storage.files.totalSize(project_id) }),
)
