import type { FeedbackAggregateBucket, FeedbackGroup } from '@heddle/contract/feedback-stats'
import { type Issue, malformed } from '../../errors.ts'
import { compareTexts } from '../../query/values.ts'
import { parseRef } from '../objects/ref.ts'
import type { Feedback } from './feedback.ts'

export interface FeedbackAggregateRequest {
  readonly after_ms: number
  readonly before_ms: number
  readonly time_bucket_seconds?: number
  /** Prefixes of the type. */
  readonly feedback_types?: readonly string[]
  readonly tags?: readonly string[]
  readonly rating_min?: number
  readonly rating_max?: number
  /** Names of the objects in trigger_ref; a trailing `*` matches any ending. */
  readonly monitor_ids?: readonly string[]
  /** Names of the objects in runnable_ref; a trailing `*` matches any ending. */
  readonly scorer_ids?: readonly string[]
  readonly span_agent_names?: readonly string[]
  readonly span_types?: readonly ('agent_turn' | 'agent_conversation')[]
  readonly group_by?: readonly FeedbackGroup[]
}

/** Throws for a range that ends before its start, or is too long for the request. */
export function checkAggregateRequest(request: FeedbackAggregateRequest): void {
  const { after_ms, before_ms, time_bucket_seconds } = request
  const width = before_ms - after_ms
  if (width < 0) throw malformed([issue('before_ms', 'before_ms must not be before after_ms')])
  if (isSelective(request) && width > RANGE_DAYS_MAX * DAY_MS) {
    throw malformed([issue('before_ms', `the range must not exceed ${RANGE_DAYS_MAX} days`)])
  }
  if (time_bucket_seconds === undefined) return
  if (time_bucket_seconds <= 0 || width / (time_bucket_seconds * 1000) > BUCKETS_MAX) {
    throw malformed([issue('time_bucket_seconds', `the range must be cut into 1 to ${BUCKETS_MAX} buckets`)])
  }
}

/**
 * Counts the feedback created in [after_ms, before_ms), by time and then group. Buckets are aligned
 * to the epoch, and empty ones are left out; without buckets and groups there is one row, even if it is empty.
 */
export class FeedbackCounter {
  readonly #request: FeedbackAggregateRequest
  readonly #groupBy: readonly FeedbackGroup[]
  readonly #tallies = new Map<string, Tally>()

  constructor(request: FeedbackAggregateRequest) {
    this.#request = request
    this.#groupBy = request.group_by ?? []
    if (request.time_bucket_seconds === undefined && this.#groupBy.length === 0)
      this.#tallyOf(request.after_ms, [])
  }

  add(rows: Iterable<Feedback>): void {
    for (const row of rows) {
      if (!matches(row, this.#request)) continue
      const group = this.#groupBy.map((grouping) => groupOf(row, grouping))
      this.#tallyOf(bucketStartMs(row, this.#request), group).add(row)
    }
  }

  buckets(): FeedbackAggregateBucket[] {
    return [...this.#tallies.values()].sort(byTimeThenGroup).map((tally) => tally.bucket(this.#groupBy))
  }

  #tallyOf(start: number, group: readonly string[]): Tally {
    const key = JSON.stringify([start, group])
    const tally = this.#tallies.get(key) ?? new Tally(start, group)
    this.#tallies.set(key, tally)
    return tally
  }
}

const DAY_MS = 86_400_000
const RANGE_DAYS_MAX = 31
const BUCKETS_MAX = 256
const RATING = '_rating_'

const issue = (field: string, msg: string): Issue => ({ loc: ['body', field], msg, type: 'value_error' })

/** Whether the request filters or groups, rather than asking for one total. */
function isSelective({ after_ms, before_ms, ...choices }: FeedbackAggregateRequest): boolean {
  return Object.values(choices).some((choice) => !Array.isArray(choice) || choice.length > 0)
}

function matches(row: Feedback, request: FeedbackAggregateRequest): boolean {
  const { after_ms, before_ms, rating_min, rating_max } = request
  const at = row.created_at / 1000
  if (at < after_ms || at >= before_ms) return false
  if (rating_min !== undefined && !(ratingOf(row) >= rating_min)) return false
  if (rating_max !== undefined && !(ratingOf(row) <= rating_max)) return false
  return (
    anyOf(request.feedback_types, (type) => row.feedback_type.startsWith(type)) &&
    anyOf(request.tags, (tag) => row.scorer_tags.includes(tag)) &&
    anyOf(request.monitor_ids, (pattern) => fits(pattern, nameBehind(row.trigger_ref))) &&
    anyOf(request.scorer_ids, (pattern) => fits(pattern, nameBehind(row.runnable_ref))) &&
    anyOf(request.span_agent_names, (name) => row.span_agent_name === name) &&
    anyOf(request.span_types, (type) => parseRef(row.weave_ref)?.kind === type)
  )
}

/** An empty list of options matches everything. */
function anyOf<Option>(options: readonly Option[] = [], test: (option: Option) => boolean): boolean {
  return options.length === 0 || options.some(test)
}

/** NaN without a rating, since it is neither below nor above any bound. */
const ratingOf = ({ scorer_ratings }: Feedback): number =>
  (Object.hasOwn(scorer_ratings, RATING) ? scorer_ratings[RATING] : undefined) ?? Number.NaN

function fits(pattern: string, name: string | undefined): boolean {
  if (name === undefined) return false
  return pattern.endsWith('*') ? name.startsWith(pattern.slice(0, -1)) : name === pattern
}

function nameBehind(text: string | null): string | undefined {
  const ref = text === null ? undefined : parseRef(text)
  return ref?.kind === 'object' || ref?.kind === 'op' ? ref.name : undefined
}

function bucketStartMs(row: Feedback, { after_ms, time_bucket_seconds }: FeedbackAggregateRequest): number {
  if (time_bucket_seconds === undefined) return after_ms
  const widthMs = time_bucket_seconds * 1000
  return Math.floor(row.created_at / 1000 / widthMs) * widthMs
}

function groupOf(row: Feedback, grouping: FeedbackGroup): string {
  return grouping === 'scorer_id' ? (nameBehind(row.runnable_ref) ?? '') : row[grouping]
}

function byTimeThenGroup(left: Tally, right: Tally): number {
  if (left.start !== right.start) return left.start - right.start
  const orders = left.group.map((value, index) => compareTexts(value, right.group[index] ?? ''))
  return orders.find((order) => order !== 0) ?? 0
}

class Tally {
  readonly start: number
  /** Values of the columns that are grouped by, in the same order. */
  readonly group: readonly string[]
  #total = 0
  #scored = 0
  readonly #tagCounts = new Map<string, number>()
  readonly #ratingCounts = new Map<string, number>()
  readonly #ratingSums = new Map<string, number>()

  constructor(start: number, group: readonly string[]) {
    this.start = start
    this.group = group
  }

  add({ scorer_tags, scorer_ratings }: Feedback): void {
    const ratings = Object.entries(scorer_ratings)
    this.#total++
    if (scorer_tags.length > 0 || ratings.length > 0) this.#scored++
    for (const tag of scorer_tags) increase(this.#tagCounts, tag, 1)
    for (const [name, rating] of ratings) {
      increase(this.#ratingCounts, name, 1)
      increase(this.#ratingSums, name, rating)
    }
  }

  bucket(groupBy: readonly FeedbackGroup[]): FeedbackAggregateBucket {
    return {
      time_bucket_start_ms: this.start,
      group: Object.fromEntries(groupBy.map((grouping, index) => [grouping, this.group[index] ?? ''])),
      total_count: this.#total,
      scored_count: this.#scored,
      tag_counts: Object.fromEntries(this.#tagCounts),
      rating_counts: Object.fromEntries(this.#ratingCounts),
      rating_sums: Object.fromEntries(this.#ratingSums),
    }
  }
}

function increase(counts: Map<string, number>, key: string, by: number): void {
  counts.set(key, (counts.get(key) ?? 0) + by)
}
