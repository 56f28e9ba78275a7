import { readProjectStats } from '@heddle/contract/service'
import { ServiceError } from '../../errors.ts'
import { inProject, operation } from '../operation.ts'

export const projectStatsRead = operation(
  readProjectStats,
  inProject('read'),
  async (request, { storage }) => {
    const {
      include_trace_storage_size: traces = true,
      include_object_storage_size: objects = true,
      include_table_storage_size: tables = true,
      include_file_storage_size: files = true,
    } = request
    if (!(traces || objects || tables || files)) {
      throw new ServiceError(
        'invalid_request',
        'At least one of the include_*_storage_size fields must be true',
      )
    }
    const sizes = await storage.projects.sizes(request.project_id)
    return {
      trace_storage_size_bytes: traces ? sizes.calls : null,
      objects_storage_size_bytes: objects ? sizes.objects : null,
      tables_storage_size_bytes: tables ? sizes.tables : null,
      files_storage_size_bytes: files ? sizes.files : null,
    }
  },
)
