import type { CallRecord } from '../calls.ts'
import { valueAt } from './json.ts'

type Named = Pick<CallRecord, 'op_name' | 'display_name' | 'summary'>

/** Display name of a call; falls back to the name of its op. */
export function callName(call: Named): string {
  const traceName = valueAt(call.summary, 'weave.trace_name')
  return call.display_name || (typeof traceName === 'string' ? traceName : opName(call.op_name))
}

/** The name inside an op ref: `answer` of `weave:///team/app/op/answer:digest`. */
export const opName = (op: string): string => /\/op\/([^:/]+):/.exec(op)?.[1] ?? op
