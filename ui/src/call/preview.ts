import { valueAt } from '@heddle/contract/call/json'
import type { CallRecord } from '@heddle/contract/calls'
import { formatPreview } from '../format/preview.ts'
import { exceptionMessage } from './exception.ts'

const CHARACTERS = 120

/** What was asked, on one line. */
export const inputPreview = ({ summary }: Pick<CallRecord, 'summary'>): string =>
  derived(summary, 'weave.input_preview')

/** What was answered, on one line. */
export const outputPreview = ({ summary }: Pick<CallRecord, 'summary'>): string =>
  derived(summary, 'weave.output_preview')

/** A call on one line: its error, or what was asked and answered. A model's answer needs no question. */
export function callPreview(call: Pick<CallRecord, 'summary' | 'exception'>): string {
  if (call.exception) return formatPreview(exceptionMessage(call.exception), CHARACTERS)
  const asked = inputPreview(call)
  const answered = outputPreview(call)
  if (answered === '') return asked
  return asked === '' || valueAt(call.summary, 'weave.kind') === 'llm' ? answered : `${asked} → ${answered}`
}

/** Empty for a call of an earlier version until `heddle rebuild`, which the server asks for. */
function derived(summary: unknown, path: string): string {
  const value = valueAt(summary, path)
  return typeof value === 'string' ? formatPreview(value, CHARACTERS) : ''
}
