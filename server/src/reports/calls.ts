import { numberAt, valueAt } from '@heddle/contract/call/json'
import type { CallRecord } from '@heddle/contract/calls'

export const statusOf = ({ summary }: Pick<CallRecord, 'summary'>): string =>
  String(valueAt(summary, 'weave.status') ?? '')

export const latencyOf = ({ summary }: Pick<CallRecord, 'summary'>): number | undefined =>
  numberAt(summary, 'weave.latency_ms')

/** The error of a call, or what was asked and answered, as far as the server keeps a preview. */
export function previewOf({ summary, exception }: Pick<CallRecord, 'summary' | 'exception'>): string {
  if (exception) return exception.trim().split('\n').at(-1) ?? ''
  const texts = ['weave.input_preview', 'weave.output_preview'].map((path) => valueAt(summary, path))
  return texts.filter((text) => typeof text === 'string' && text !== '').join(' → ')
}
