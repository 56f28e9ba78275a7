import { CALL_STATUSES } from '@heddle/contract/call/status'
import { readTokenCounts } from '@heddle/contract/call/token-counts'
import { type Issue, malformed } from '../../errors.ts'
import { membersOf, objectOf } from '../../json/members.ts'
import { JsonText } from '../../json/text.ts'
import type { ModelUsage } from '../prices/price.ts'
import { isReportedCost, withReportedCost } from '../prices/reported-cost.ts'

export interface Summary {
  readonly summary: JsonText
  readonly usage: readonly ModelUsage[]
  readonly descendant_failed: boolean
}

/**
 * Validates the summary of an ended call, found at `loc` in its request. Counters sent as `3.0` or `"3"` become 3; everything
 * else, including unknown keys, keeps its text.
 */
export function newSummary(received: JsonText, loc: Loc): Summary {
  const issues: Issue[] = []
  const members = membersOf(received)
  if (members === undefined) throw malformed([objectExpected(loc)])
  const usage = readUsage(members.get('usage'), [...loc, 'usage'], issues)
  const counts = readStatusCounts(members.get('status_counts'), [...loc, 'status_counts'], issues)
  if (issues.length > 0) throw malformed(issues)
  if (usage.text) members.set('usage', usage.text)
  if (counts.text) members.set('status_counts', counts.text)
  return {
    summary: usage.text || counts.text ? objectOf(members) : received,
    usage: withCost(usage, costIn(members.get('weave'))),
    descendant_failed: counts.errors > 0,
  }
}

/** Tokens of one model, by the names of their counters. */
export interface CountedTokens {
  readonly model: string
  readonly counters: ReadonlyMap<string, number>
}

/** A summary whose text was made of these counts and this cost: they need not be read from it again. */
export function countedSummary(
  summary: JsonText,
  counted: CountedTokens | undefined,
  cost: number | undefined,
): Summary {
  const usage = counted
    ? { models: [modelUsage(counted.model, counted.counters)], hasCachedCounts: hasCached(counted.counters) }
    : { models: [] }
  return { summary, usage: withCost(usage, cost), descendant_failed: false }
}

type Loc = readonly (string | number)[]

const COUNTERS = [
  'prompt_tokens',
  'input_tokens',
  'completion_tokens',
  'output_tokens',
  'requests',
  'total_tokens',
  'cache_creation_input_tokens',
  'cache_read_input_tokens',
] as const

/** `text` is set if the object has to be rewritten. */
interface UsageReading {
  readonly models: readonly ModelUsage[]
  /** Whether a report has the number of cached tokens, even if it is 0. */
  readonly hasCachedCounts?: boolean
  readonly text?: JsonText
}

/** Each is a row of its own, and reports add them up in memory. */
const MODELS_MAX = 1_000

function readUsage(received: JsonText | undefined, loc: Loc, issues: Issue[]): UsageReading {
  if (received === undefined) return { models: [] }
  const entries = membersOf(received)
  if (entries === undefined) {
    note(issues, objectExpected(loc))
    return { models: [] }
  }
  if (entries.size > MODELS_MAX) {
    note(issues, { loc, msg: `Input should have at most ${MODELS_MAX} models`, type: 'too_long' })
    return { models: [] }
  }
  const models: ModelUsage[] = []
  let changed = false
  let hasCachedCounts = false
  for (const [model, entry] of entries) {
    const counters = readCounters(entry, [...loc, model], issues)
    models.push(modelUsage(model, counters.values))
    hasCachedCounts ||= hasCached(counters.values)
    if (counters.text === undefined) continue
    entries.set(model, counters.text)
    changed = true
  }
  return { models, hasCachedCounts, ...(changed && { text: objectOf(entries) }) }
}

/** The cost that the client put in `summary.weave`. */
function costIn(weave: JsonText | undefined): number | undefined {
  const token = weave && membersOf(weave)?.get('reported_cost')?.text
  return token === undefined ? undefined : numberValue(token)
}

/** A cost may come without any tokens. */
function withCost({ models, hasCachedCounts = false }: UsageReading, cost: number | undefined) {
  if (cost === undefined || !isReportedCost(cost)) return models
  return withReportedCost(
    models.length > 0 ? models : [modelUsage('usage', new Map())],
    cost,
    hasCachedCounts,
  )
}

interface CounterReading {
  readonly values: ReadonlyMap<string, number>
  readonly text?: JsonText
}

function readCounters(entry: JsonText, loc: Loc, issues: Issue[]): CounterReading {
  const members = membersOf(entry)
  if (members === undefined) {
    note(issues, objectExpected(loc))
    return { values: new Map() }
  }
  const counters = readIntegers(members, COUNTERS, loc, issues, 'nullable')
  const values = new Map(counters.values)
  const [cached, thoughts] = [nestedCachedTokens(members), countIn(members.get(THOUGHTS_TOKENS))]
  if (cached !== undefined) values.set(CACHED_TOKENS, cached)
  if (thoughts !== undefined) values.set(THOUGHTS_TOKENS, thoughts)
  return { ...counters, values }
}

function readStatusCounts(received: JsonText | undefined, loc: Loc, issues: Issue[]) {
  if (received === undefined) return { errors: 0 }
  const members = membersOf(received)
  if (members === undefined) {
    note(issues, objectExpected(loc))
    return { errors: 0 }
  }
  for (const key of members.keys()) {
    if (!CALL_STATUSES.some((status) => status === key)) note(issues, unknownStatus([...loc, key]))
  }
  const { values, text } = readIntegers(members, CALL_STATUSES, loc, issues, 'required')
  return { errors: values.get('error') ?? 0, ...(text && { text }) }
}

/** Reads the named members as integers, and rewrites the object if one was spelled differently. */
function readIntegers(
  members: Map<string, JsonText>,
  names: readonly string[],
  loc: Loc,
  issues: Issue[],
  nulls: 'nullable' | 'required',
): CounterReading {
  const values = new Map<string, number>()
  let changed = false
  for (const name of names) {
    const token = members.get(name)?.text
    if (token === undefined || (token === 'null' && nulls === 'nullable')) continue
    const integer = integerText(token)
    if (integer === undefined) {
      note(issues, integerExpected([...loc, name]))
      continue
    }
    values.set(name, Number(integer))
    if (integer === token) continue
    members.set(name, new JsonText(integer))
    changed = true
  }
  return changed ? { values, text: objectOf(members) } : { values }
}

const USUAL_COUNT = /^\d{1,15}$/
const INTEGER = /^-?\d+$/
const INTEGER_STRING = /^"[+-]?\d+"$/
const NUMBER = /^-?\d/

/** The two spellings of a counter are added up, and their sum has to be exact too. */
const COUNT_MAX = 2 ** 52 - 1

/** The plain spelling of an integer, an integral float or a decimal string; undefined for the rest. */
function integerText(token: string): string | undefined {
  if (USUAL_COUNT.test(token)) return token
  const value = INTEGER_STRING.test(token) ? Number(token.slice(1, -1)) : numberValue(token)
  if (!Number.isInteger(value) || Math.abs(value) > COUNT_MAX) return undefined
  return INTEGER.test(token) ? token : String(value)
}

const numberValue = (token: string): number => (NUMBER.test(token) ? Number(token) : Number.NaN)

const modelUsage = (model: string, counters: ReadonlyMap<string, number>): ModelUsage => ({
  model,
  request_model: null,
  reported_cost: null,
  preferred_cost: null,
  requests: counters.get('requests') ?? 0,
  ...readTokenCounts((name) => counters.get(name)),
})

const THOUGHTS_TOKENS = 'thoughts_tokens'
const CACHED_TOKENS = 'cached_tokens'
const CACHED_COUNTERS = [CACHED_TOKENS, 'cache_read_input_tokens', 'cache_creation_input_tokens']

const hasCached = (counters: ReadonlyMap<string, number>): boolean =>
  CACHED_COUNTERS.some((name) => counters.has(name))

/** OpenAI's own count of tokens read from its cache, which Weave's Node SDK passes on. */
function nestedCachedTokens(members: ReadonlyMap<string, JsonText>): number | undefined {
  for (const details of ['prompt_tokens_details', 'input_tokens_details']) {
    const value = members.get(details)
    const count = value && countIn(membersOf(value)?.get(CACHED_TOKENS))
    if (count !== undefined) return count
  }
  return undefined
}

/** For counters that are not part of the wire format: those that are invalid are ignored. */
function countIn(value: JsonText | undefined): number | undefined {
  const integer = value && integerText(value.text)
  return integer === undefined || Number(integer) < 0 ? undefined : Number(integer)
}

const objectExpected = (loc: Loc): Issue => ({
  loc,
  msg: 'Input should be a valid object',
  type: 'dict_type',
})

const integerExpected = (loc: Loc): Issue => ({
  loc,
  msg: 'Input should be a valid integer below 2^52',
  type: 'int_type',
})

const unknownStatus = (loc: Loc): Issue => ({
  loc,
  msg: `Input should be one of ${CALL_STATUSES.join(', ')}`,
  type: 'enum',
})

/** A longer list of issues would not help. */
const ISSUES_MAX = 100

function note(issues: Issue[], issue: Issue): void {
  if (issues.length < ISSUES_MAX) issues.push(issue)
}
