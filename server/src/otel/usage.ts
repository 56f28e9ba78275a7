import { type CountedTokens, countedSummary, type Summary } from '../domain/calls/summary.ts'
import { parseLazy } from '../json/lazy.ts'
import type { JsonMap, JsonValue } from '../json/tree.ts'
import { jsonTextOf } from '../json/write.ts'
import type { Meaning } from '../semconv/attributes.ts'
import { requestModelOf } from '../semconv/kind.ts'
import { type SpanAttributes, textOf } from '../semconv/span-attributes.ts'
import { exactFloat, exactInteger } from './exact-number.ts'

/** Counters of a call's usage, under the names that `summary.usage` has for them. */
const COUNTERS = [
  'input_tokens',
  'output_tokens',
  'total_tokens',
  'cache_read_input_tokens',
  'cache_creation_input_tokens',
  'reasoning_tokens',
  'audio_input_tokens',
  'audio_output_tokens',
  'image_input_tokens',
  'image_output_tokens',
] as const satisfies readonly Meaning[]

type Counter = (typeof COUNTERS)[number]

/** The summary of a call, with its tokens and cost; undefined if there are none. */
export function summaryOf(attributes: SpanAttributes): Summary | undefined {
  const cost = reportedCost(attributes)
  const counted = countedTokens(attributes, cost !== undefined)
  if (!counted && cost === undefined) return undefined
  const summary: JsonMap = new Map()
  if (counted) {
    const entry: JsonMap = new Map()
    for (const [name, count] of counted.counters) entry.set(name, exactInteger(count))
    summary.set('usage', new Map([[counted.model, entry]]))
  }
  if (cost !== undefined) summary.set('weave', new Map([['reported_cost', exactFloat(cost)]]))
  return countedSummary(jsonTextOf(summary), counted, cost)
}

/** A cost without tokens has no counters, but the name of the model. */
function countedTokens(attributes: SpanAttributes, hasCost: boolean): CountedTokens | undefined {
  const counters = tokenCounts(attributes)
  const model = modelOf(attributes)
  if (counters.size === 0 && !(hasCost && model !== undefined)) return undefined
  return { model: model ?? 'usage', counters }
}

/**
 * Each counter from the first convention that has it, in one normal form: `input_tokens` includes what was read from and
 * written to the cache, `output_tokens` includes reasoning, and the other counters are parts of these two.
 */
function tokenCounts(attributes: SpanAttributes): ReadonlyMap<Counter, number> {
  const counts = new Map<Counter, number>()
  for (const counter of COUNTERS) {
    const count = attributes.number(counter, isCount)
    if (count !== undefined) counts.set(counter, count)
  }
  if (counts.size === 0) return counts
  includeReasoning(counts, attributes)
  includeCached(counts, attributes)
  includeTotal(counts)
  return counts
}

/** A total may be the sum of five counters, and one of 2^52 would be refused. */
const COUNT_MAX = 2 ** 49

const isCount = (value: number): boolean => Number.isInteger(value) && value >= 0 && value <= COUNT_MAX

/** Attributes of senders that do not include cached tokens in the input. */
const EXCLUDING_CACHED: ReadonlySet<string> = new Set([
  'langfuse.observation.usage_details.input',
  'input_tokens',
])

/** Only version 4 of the AI SDK has it, and reports the input as Anthropic counted it. */
const CACHED_BY_ANTHROPIC = 'ai.response.providerMetadata.anthropic.cacheReadInputTokens'

/**
 * Input that is smaller than its cached part cannot include it, whatever the convention says. Nor can input if it makes up the
 * total only together with that part, as Bedrock counts it; nor input that equals what Anthropic counted: Logfire and version 5
 * of the AI SDK report that as it is, version 6 the sum.
 */
function includeCached(counts: Map<Counter, number>, attributes: SpanAttributes): void {
  const cached =
    (counts.get('cache_read_input_tokens') ?? 0) + (counts.get('cache_creation_input_tokens') ?? 0)
  const input = counts.get('input_tokens') ?? 0
  const apart = input + cached + (counts.get('output_tokens') ?? 0)
  const key = attributes.numeric('input_tokens', isCount)?.key ?? ''
  const isUncached =
    input < cached ||
    counts.get('total_tokens') === apart ||
    EXCLUDING_CACHED.has(key) ||
    attributes.numeric('cache_read_input_tokens', isCount)?.key === CACHED_BY_ANTHROPIC ||
    input === attributes.number('uncached_input_tokens', isCount)
  if (cached > 0 && isUncached) counts.set('input_tokens', input + cached)
}

/** Attributes of senders that do not include reasoning in the output. */
const EXCLUDING_REASONING: ReadonlySet<string> = new Set(['langfuse.observation.usage_details.output'])

/** Output that is smaller than its reasoning cannot include it either, nor can output if all three make up the total. */
function includeReasoning(counts: Map<Counter, number>, attributes: SpanAttributes): void {
  const [output = 0, reasoning = 0] = [counts.get('output_tokens'), counts.get('reasoning_tokens')]
  const key = attributes.numeric('output_tokens', isCount)?.key ?? ''
  const apart = (counts.get('input_tokens') ?? 0) + output + reasoning
  const isApart = output < reasoning || EXCLUDING_REASONING.has(key) || counts.get('total_tokens') === apart
  if (reasoning > 0 && isApart) counts.set('output_tokens', output + reasoning)
}

function includeTotal(counts: Map<Counter, number>): void {
  const [input, output] = [counts.get('input_tokens'), counts.get('output_tokens')]
  const total = counts.get('total_tokens')
  if (total === undefined && (input === undefined || output === undefined)) return
  counts.set('total_tokens', Math.max(total ?? 0, (input ?? 0) + (output ?? 0)))
}

/** The model that answered, else the requested one. */
function modelOf(attributes: SpanAttributes): string | undefined {
  const asked = requestModelOf(attributes)
  const named =
    attributes.text('response_model') ?? (asked === undefined ? undefined : textOf(parseLazy(asked)))
  return named ?? modelIn(attributes.value('model_parameters'))
}

function modelIn(parameters: JsonValue | undefined): string | undefined {
  const model = parameters instanceof Map ? parameters.get('model') : undefined
  return typeof model === 'string' ? model : undefined
}

/** The cost reported by the sender, in USD. Senders without a price list report 0. */
function reportedCost(attributes: SpanAttributes): number | undefined {
  const total = attributes.number('reported_cost', isPositive)
  if (total !== undefined) return total
  const parts =
    (attributes.number('reported_input_cost', isPositive) ?? 0) +
    (attributes.number('reported_output_cost', isPositive) ?? 0)
  const cost = parts || sumOfCosts(attributes.value('reported_costs'))
  return isPositive(cost) ? cost : undefined
}

function sumOfCosts(costs: JsonValue | undefined): number {
  const numbers = costs instanceof Map ? [...costs.values()].map((cost) => Number(textOf(cost))) : []
  return numbers.filter(isPositive).reduce((sum, cost) => sum + cost, 0)
}

const isPositive = (value: number): boolean => Number.isFinite(value) && value > 0
