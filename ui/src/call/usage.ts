import type { CallRecord } from '@heddle/contract/calls'
import { isObject, numberAt, valueAt } from './json.ts'

export interface CallUsage {
  /** The model with the most tokens first. */
  readonly models: readonly string[]
  /** Undefined if not reported. */
  readonly tokens: number | undefined
  /** In dollars; undefined if no model has a price. */
  readonly cost: number | undefined
}

/** Usage of a call, summed over its models. */
export function usageOf({ summary }: Pick<CallRecord, 'summary'>): CallUsage {
  const usage = entriesOf(valueAt(summary, 'usage'))
  const costs = entriesOf(valueAt(summary, 'weave.costs'))
  return {
    models: usage.toSorted(([, a], [, b]) => (tokensOf(b) ?? 0) - (tokensOf(a) ?? 0)).map(([model]) => model),
    tokens: sum(usage.map(([, counters]) => tokensOf(counters))),
    cost: sum(costs.map(([, cost]) => costOf(cost))),
  }
}

function tokensOf(counters: unknown): number | undefined {
  const at = (name: string) => numberAt(counters, name)
  return (
    at('total_tokens') ??
    sum([at('prompt_tokens') ?? at('input_tokens'), at('completion_tokens') ?? at('output_tokens')])
  )
}

const COST_CLASSES = [
  'prompt_tokens_total_cost',
  'completion_tokens_total_cost',
  'cache_read_input_tokens_total_cost',
  'cache_creation_input_tokens_total_cost',
]

const costOf = (cost: unknown): number | undefined => sum(COST_CLASSES.map((name) => numberAt(cost, name)))

const entriesOf = (value: unknown): [string, unknown][] => (isObject(value) ? Object.entries(value) : [])

/** Undefined means unknown, not zero. */
function sum(values: readonly (number | undefined)[]): number | undefined {
  const known = values.filter((value) => value !== undefined)
  return known.length === 0 ? undefined : known.reduce((total, value) => total + value, 0)
}
