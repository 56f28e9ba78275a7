import type { Expression, Page } from '../../query/expression.ts'
import type { Micros } from '../../time.ts'
import { type Aggregation, Distribution } from '../measures/distribution.ts'
import { bucketOf } from '../measures/time-buckets.ts'

/** A query that groups spans and measures each group. */
export interface SpanGroupQuery extends Page {
  readonly project_id: string
  readonly condition?: Expression
  /** Spans with the same values form a group. Without keys, all spans form one. */
  readonly keys: readonly Expression[]
  /** Left edges of the time buckets that divide each group by the start of its spans; empty for no buckets. */
  readonly edges: readonly Micros[]
  readonly measures: readonly SpanMeasure[]
  /** Only groups whose measures are in these ranges. */
  readonly ranges: readonly MeasureRange[]
  /** Groups that are equal in all of these are ordered by bucket and keys. */
  readonly sort: readonly GroupSortKey[]
}

/** An aggregation of one value over the spans of a group. Spans where the value is null do not count. */
export interface SpanMeasure {
  readonly make: SpanAggregation
  /** Undefined to count the spans themselves. */
  readonly value?: Expression
  /** Only spans for which this is true. */
  readonly condition?: Expression
}

/** `values` returns the distinct values, ascending. */
export type SpanAggregation = Aggregation | 'count_distinct' | 'values' | { readonly percentile: number }

interface MeasureRange {
  readonly measure: number
  readonly min?: number
  readonly max?: number
}

interface GroupSortKey {
  /** Whether `at` is an index into the keys or the measures. */
  readonly by: 'key' | 'measure'
  readonly at: number
  readonly direction: 'asc' | 'desc'
}

export interface SpanGroup {
  /** Index of its bucket in the edges; 0 without buckets. */
  readonly bucket: number
  readonly keys: readonly Scalar[]
  readonly measures: readonly Measured[]
}

export interface SpanGroups {
  /** The requested page. */
  readonly groups: readonly SpanGroup[]
  /** Number of groups on all pages. */
  readonly total: number
}

export type Scalar = string | number | null
export type Measured = Scalar | readonly Scalar[]

/** A span as an engine reads it for a query: its start, and the values of keys and measures. */
export interface MeasuredSpan {
  readonly started_at: Micros
  readonly keys: readonly Scalar[]
  /** Null where the span does not count for the measure; 1 where the measure has no value of its own. */
  readonly values: readonly Scalar[]
}

/** Groups and measures the spans that match a query. */
export function groupSpans(spans: Iterable<MeasuredSpan>, query: SpanGroupQuery): SpanGroups {
  const grouping = new SpanGrouping(query)
  for (const span of spans) grouping.add(span)
  return grouping.result()
}

/** The same, span by span. */
export class SpanGrouping {
  readonly #query: SpanGroupQuery
  readonly #groups = new Map<string, OpenGroup>()

  constructor(query: SpanGroupQuery) {
    this.#query = query
  }

  add({ started_at, keys, values }: MeasuredSpan): void {
    const { edges, measures } = this.#query
    const bucket = edges.length === 0 ? 0 : bucketOf(edges, started_at)
    const id = JSON.stringify([bucket, keys])
    const group = this.#groups.get(id) ?? newGroup(bucket, keys, measures)
    this.#groups.set(id, group)
    for (const [at, tally] of group.tallies.entries()) tally.add(values[at] ?? null)
  }

  result(): SpanGroups {
    const { ranges, sort, offset = 0, limit = Number.POSITIVE_INFINITY } = this.#query
    const measured = [...this.#groups.values()].map(closed).filter((group) => ranges.every(holds(group)))
    const page = measured.sort(inOrder(sort)).slice(offset, offset + limit)
    return { groups: page, total: measured.length }
  }
}

interface OpenGroup extends Pick<SpanGroup, 'bucket' | 'keys'> {
  readonly tallies: readonly Tally[]
}

const newGroup = (bucket: number, keys: readonly Scalar[], measures: readonly SpanMeasure[]): OpenGroup => ({
  bucket,
  keys,
  tallies: measures.map(({ make }) => newTally(make)),
})

const closed = ({ bucket, keys, tallies }: OpenGroup): SpanGroup => ({
  bucket,
  keys,
  measures: tallies.map((tally) => tally.result()),
})

interface Tally {
  add(value: Scalar): void
  result(): Measured
}

function newTally(make: SpanAggregation): Tally {
  if (make === 'count_distinct') return new DistinctTally((values) => values.length)
  if (make === 'values') return new DistinctTally((values) => values.sort(compareScalars))
  return new NumberTally(make)
}

class DistinctTally implements Tally {
  readonly #values = new Set<Scalar>()
  readonly #finish: (values: Scalar[]) => Measured

  constructor(finish: (values: Scalar[]) => Measured) {
    this.#finish = finish
  }

  add(value: Scalar): void {
    if (value !== null) this.#values.add(value)
  }

  result(): Measured {
    return this.#finish([...this.#values])
  }
}

class NumberTally implements Tally {
  readonly #numbers: Distribution

  constructor(make: Aggregation | { readonly percentile: number }) {
    this.#numbers = new Distribution(
      typeof make === 'string'
        ? { aggregations: [make], percentiles: [] }
        : { aggregations: [], percentiles: [make.percentile] },
    )
  }

  add(value: Scalar): void {
    // Texts can only be counted.
    if (value !== null) this.#numbers.add(typeof value === 'number' ? value : 1)
  }

  result(): Measured {
    for (const [, value] of this.#numbers.results('')) return value
    return null
  }
}

function holds({ measures }: SpanGroup): (range: MeasureRange) => boolean {
  return ({ measure, min = Number.NEGATIVE_INFINITY, max = Number.POSITIVE_INFINITY }) => {
    const value = measures[measure]
    return typeof value === 'number' && value >= min && value <= max
  }
}

function inOrder(sort: readonly GroupSortKey[]): (left: SpanGroup, right: SpanGroup) => number {
  return (left, right) => {
    for (const { by, at, direction } of sort) {
      const order = compareIn(direction, sortValue(left, by, at), sortValue(right, by, at))
      if (order !== 0) return order
    }
    return left.bucket - right.bucket || compareLists(left.keys, right.keys)
  }
}

function sortValue({ keys, measures }: SpanGroup, by: 'key' | 'measure', at: number): Scalar {
  const value = by === 'key' ? keys[at] : measures[at]
  return typeof value === 'string' || typeof value === 'number' ? value : null
}

/** Null comes last in both directions. */
function compareIn(direction: 'asc' | 'desc', left: Scalar, right: Scalar): number {
  if (left === null || right === null) return Number(left === null) - Number(right === null)
  const order = compareScalars(left, right)
  return direction === 'asc' ? order : -order
}

function compareLists(left: readonly Scalar[], right: readonly Scalar[]): number {
  for (const [at, value] of left.entries()) {
    const order = compareIn('asc', value, right[at] ?? null)
    if (order !== 0) return order
  }
  return 0
}

function compareScalars(left: Scalar, right: Scalar): number {
  if (left === right || left === null || right === null) return 0
  return left < right ? -1 : 1
}
