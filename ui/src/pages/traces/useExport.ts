import { valueAt } from '@heddle/contract/call/json'
import { callName } from '@heddle/contract/call/name'
import { usageOf } from '@heddle/contract/call/usage'
import type { CallRecord } from '@heddle/contract/calls'
import type { CallsQueryRequest } from '@heddle/contract/calls-query'
import { EXTRAS } from '../../api/call-rows.ts'
import { readCallLines } from '../../api/calls.ts'
import { useToast } from '../../components/Toast.tsx'
import { csvText, saveFile } from '../../format/download.ts'
import { memberTexts } from '../../json/children.ts'

export type ExportFormat = 'jsonl' | 'csv'

/** Exports the matching calls as a file. */
export function useExport(): (request: CallsQueryRequest, format: ExportFormat) => Promise<void> {
  const toast = useToast()
  return async (request, format) => {
    try {
      const lines = await readCallLines({ ...request, ...EXTRAS })
      const file = format === 'jsonl' ? lines : new Blob([toCsv(await lines.text())], { type: 'text/csv' })
      saveFile(file, `${request.project_id.replace('/', '-')}-calls.${format}`)
    } catch (error) {
      toast.failed('Export failed', error)
    }
  }
}

/** A call and the JSON text of each field, so that numbers keep all their digits. */
interface ExportedCall {
  readonly call: CallRecord
  readonly texts: ReadonlyMap<string, string>
}

const COLUMNS: readonly { readonly title: string; readonly value: (exported: ExportedCall) => unknown }[] = [
  { title: 'id', value: ({ call }) => call.id },
  { title: 'trace_id', value: ({ call }) => call.trace_id },
  { title: 'name', value: ({ call }) => callName(call) },
  { title: 'status', value: ({ call }) => valueAt(call.summary, 'weave.status') },
  { title: 'started_at', value: ({ call }) => call.started_at },
  { title: 'latency_ms', value: ({ call }) => valueAt(call.summary, 'weave.latency_ms') },
  { title: 'user', value: ({ call }) => call.wb_username ?? call.wb_user_id },
  { title: 'models', value: ({ call }) => usageOf(call).models.join(' ') },
  { title: 'tokens', value: ({ call }) => usageOf(call).tokens },
  { title: 'cost', value: ({ call }) => usageOf(call).cost },
  { title: 'exception', value: ({ call }) => call.exception },
  { title: 'inputs', value: ({ texts }) => texts.get('inputs') },
  { title: 'output', value: ({ call, texts }) => writtenOutput(call.output, texts) },
]

/** Decodes strings; anything else stays JSON. */
const writtenOutput = (output: unknown, texts: ReadonlyMap<string, string>): unknown =>
  output === null || typeof output === 'string' ? output : texts.get('output')

/** Converts calls from JSON lines to CSV; payloads stay JSON. */
export function toCsv(lines: string): string {
  const head = COLUMNS.map(({ title }) => title)
  const calls = lines.split('\n').filter(Boolean).map(exportedCall)
  return csvText([head, ...calls.map((call) => COLUMNS.map(({ value }) => value(call)))])
}

const exportedCall = (line: string): ExportedCall => ({ call: JSON.parse(line), texts: memberTexts(line) })
