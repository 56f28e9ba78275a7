import type { JsonMap, JsonValue } from '../json/tree.ts'
import type { SpanAttributes } from '../semconv/span-attributes.ts'
import { exactInteger } from './exact-number.ts'

const COUNTERS = [
  'input_tokens',
  'output_tokens',
  'prompt_tokens',
  'completion_tokens',
  'total_tokens',
  'cache_creation_input_tokens',
  'cache_read_input_tokens',
] as const

type TokenField = (typeof COUNTERS)[number]

/** The counters that add up to a total, for senders that give none. */
const PAIRS: readonly (readonly [TokenField, TokenField])[] = [
  ['input_tokens', 'output_tokens'],
  ['prompt_tokens', 'completion_tokens'],
]

/**
 * Two names of one counter. Some instrumentations send both for the sake of old readers, and prices
 * are worked out from their sum: one of them has to go, or every token is paid for twice.
 */
const SPELLINGS: readonly (readonly [TokenField, TokenField])[] = [
  ['input_tokens', 'prompt_tokens'],
  ['output_tokens', 'completion_tokens'],
]

/** What a span says its model used, keyed by the model; undefined where it counts nothing. */
export function usageOf(
  attributes: SpanAttributes,
  modelParameters: JsonValue | undefined,
): JsonMap | undefined {
  const counts = new Map<TokenField, number>()
  for (const counter of COUNTERS) {
    const count = attributes.integer(counter)
    if (count !== undefined) counts.set(counter, count)
  }
  if (counts.size === 0) return undefined
  for (const [spelling, other] of SPELLINGS) if (counts.has(spelling)) counts.delete(other)
  const total = counts.has('total_tokens') ? undefined : sumOfPair(counts)
  if (total !== undefined) counts.set('total_tokens', total)
  const entry: JsonMap = new Map([...counts].map(([name, count]) => [name, exactInteger(count)]))
  return new Map([[usageKey(attributes, modelParameters), entry]])
}

function sumOfPair(counts: ReadonlyMap<TokenField, number>): number | undefined {
  for (const [left, right] of PAIRS) {
    const [first, second] = [counts.get(left), counts.get(right)]
    if (first !== undefined && second !== undefined) return first + second
  }
  return undefined
}

function usageKey(attributes: SpanAttributes, modelParameters: JsonValue | undefined): string {
  const model = modelParameters instanceof Map ? modelParameters.get('model') : undefined
  const named = attributes.text('response_model') ?? attributes.text('request_model')
  return named ?? (typeof model === 'string' ? model : 'usage')
}
