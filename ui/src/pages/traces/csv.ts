import type { CallRecord } from '@heddle/contract/calls'
import { valueAt } from '../../call/json.ts'
import { callName } from '../../call/name.ts'
import { usageOf } from '../../call/usage.ts'
import { csvText } from '../../format/csv.ts'

const COLUMNS: readonly { readonly title: string; readonly value: (call: CallRecord) => unknown }[] = [
  { title: 'id', value: ({ id }) => id },
  { title: 'trace_id', value: ({ trace_id }) => trace_id },
  { title: 'name', value: callName },
  { title: 'status', value: ({ summary }) => valueAt(summary, 'weave.status') },
  { title: 'started_at', value: ({ started_at }) => started_at },
  { title: 'latency_ms', value: ({ summary }) => valueAt(summary, 'weave.latency_ms') },
  { title: 'user', value: ({ wb_username, wb_user_id }) => wb_username ?? wb_user_id },
  { title: 'models', value: (call) => usageOf(call).models.join(' ') },
  { title: 'tokens', value: (call) => usageOf(call).tokens },
  { title: 'cost', value: (call) => usageOf(call).cost },
  { title: 'exception', value: ({ exception }) => exception },
  { title: 'inputs', value: ({ inputs }) => inputs },
  { title: 'output', value: ({ output }) => output },
]

/** Calls as a spreadsheet reads them: one a line, JSON in its cells. */
export function toCsv(calls: readonly CallRecord[]): string {
  const head = COLUMNS.map(({ title }) => title)
  return csvText([head, ...calls.map((call) => COLUMNS.map(({ value }) => value(call)))])
}
