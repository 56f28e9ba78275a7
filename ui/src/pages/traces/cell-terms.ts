import { valueAt } from '@heddle/contract/call/json'
import { callName } from '@heddle/contract/call/name'
import { usageOf } from '@heddle/contract/call/usage'
import type { CallRecord } from '@heddle/contract/calls'
import { exceptionText } from '../../call/exception.ts'
import { inputPreview, outputPreview } from '../../call/preview.ts'
import { exactTerm } from '../../filter/edit.ts'

interface CellTerms {
  /** Text to copy; undefined for an empty cell. */
  readonly text: string | undefined
  /** Condition that matches the cell's value; undefined if it cannot be filtered by. */
  readonly term: string | undefined
}

/** What a cell of the traces table contains, as text and as a condition of the filter. */
export function cellTerms(call: CallRecord, columnId: string): CellTerms {
  if (columnId === 'inputs') return { text: inputPreview(call), term: undefined }
  if (columnId === 'output') {
    const text = call.exception === null ? outputPreview(call) : exceptionText(call.exception)
    return { text, term: undefined }
  }
  const [field, value] = filterable(call, columnId)
  const isScalar = ['string', 'number', 'boolean'].includes(typeof value)
  if (!isScalar || value === '') return { text: undefined, term: undefined }
  const text = String(value)
  return { text, term: exactTerm(field, text) }
}

function filterable(call: CallRecord, columnId: string): [field: string, value: unknown] {
  switch (columnId) {
    case 'status':
      return ['status', valueAt(call.summary, 'weave.status')]
    case 'name':
      return call.display_name ? ['name', call.display_name] : ['op', callName(call)]
    case 'end_user':
      return ['enduser', valueAt(call.summary, 'weave.end_user')]
    case 'user':
      return ['user', call.wb_username ?? call.wb_user_id]
    case 'model':
      return ['model', usageOf(call).models[0]]
    case 'thread_id':
      return ['thread', call.thread_id]
    case 'trace_id':
      return ['trace', call.trace_id]
    case 'wb_run_id':
      return ['run', call.wb_run_id]
    case 'id':
    case 'exception':
      return [columnId, call[columnId]]
    default:
      return isPath(columnId) ? [columnId, valueAt(call, columnId)] : [columnId, undefined]
  }
}

/** A column that the user added. Feedback has its own way to be read and filtered. */
const isPath = (columnId: string): boolean => /^(inputs|output|attributes|summary)\./.test(columnId)
