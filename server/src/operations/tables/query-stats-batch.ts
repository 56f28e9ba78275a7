import { measureTables } from '@heddle/contract/tables'
import { inProject, operation } from '../operation.ts'

export const tableQueryStatsBatch = operation(
  measureTables,
  inProject('read'),
  async ({ project_id, digests = [], include_storage_size }, { storage }) => {
    const measures = await storage.tables.measure(project_id, digests)
    const tables = measures.map(({ digest, count, size_bytes }) => ({
      digest,
      count,
      storage_size_bytes: include_storage_size ? size_bytes : null,
    }))
    return { tables }
  },
)
