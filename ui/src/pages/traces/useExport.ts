import type { CallsQueryRequest } from '@heddle/contract/calls-query'
import { EXTRAS, readCallLines } from '../../api/calls.ts'
import { saveFile } from '../../components/save-file.ts'
import { useToast } from '../../components/Toast.tsx'
import { toCsv } from './csv.ts'

export type ExportFormat = 'jsonl' | 'csv'

/** Saves the calls of a search as a file. */
export function useExport(): (request: CallsQueryRequest, format: ExportFormat) => Promise<void> {
  const toast = useToast()
  return async (request, format) => {
    try {
      const lines = await readCallLines({ ...request, ...EXTRAS })
      const file = format === 'jsonl' ? lines : new Blob([toCsv(await lines.text())], { type: 'text/csv' })
      saveFile(file, `${request.project_id.replace('/', '-')}-calls.${format}`)
    } catch (error) {
      toast.failed('Nothing was exported', error)
    }
  }
}
