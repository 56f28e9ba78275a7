import type { CallRecord } from '../calls.ts'
import { isObject, numberAt, valueAt } from './json.ts'
import { readTokenCounts, totalTokens } from './token-counts.ts'

export interface CallUsage {
  /** The model with the most tokens first. */
  readonly models: readonly string[]
  /** Undefined if not reported. */
  readonly tokens: number | undefined
  /** The cost that counts in totals, in dollars; undefined if unknown. */
  readonly cost: number | undefined
  /** What the client says the call cost. */
  readonly reportedCost: number | undefined
}

/** Usage of a call, summed over its models. */
export function usageOf({ summary }: Pick<CallRecord, 'summary'>): CallUsage {
  const usage = entriesOf(valueAt(summary, 'usage'))
  return {
    models: usage.toSorted(([, a], [, b]) => (tokensOf(b) ?? 0) - (tokensOf(a) ?? 0)).map(([model]) => model),
    tokens: sumOfKnown(usage.map(([, counters]) => tokensOf(counters))) ?? undefined,
    cost: numberAt(summary, 'weave.total_cost'),
    reportedCost: numberAt(summary, 'weave.reported_cost'),
  }
}

/** Undefined if there are none. */
function tokensOf(counters: unknown): number | undefined {
  const counts = readTokenCounts((name) =>
    name === 'cached_tokens'
      ? (numberAt(counters, 'prompt_tokens_details.cached_tokens') ??
        numberAt(counters, 'input_tokens_details.cached_tokens'))
      : numberAt(counters, name),
  )
  return totalTokens(counts) || undefined
}

const entriesOf = (value: unknown): [string, unknown][] => (isObject(value) ? Object.entries(value) : [])

/** Null if all are unknown, which is not zero. */
export function sumOfKnown(values: readonly (number | null | undefined)[]): number | null {
  const known = values.filter((value) => value !== null && value !== undefined)
  return known.length === 0 ? null : known.reduce((total, value) => total + value, 0)
}
