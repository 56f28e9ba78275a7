import { feedbackName } from '@heddle/contract/call/feedback-name'
import type { ScoreSeries } from '@heddle/contract/feedback-scores'
import { JsonNumber } from '../../json/number.ts'
import { type JsonValue, parseTree } from '../../json/tree.ts'
import { compareTexts } from '../../query/values.ts'
import type { Micros } from '../../time.ts'
import { bucketOf, checkBucketValues } from '../measures/time-buckets.ts'
import type { FeedbackValue } from './feedback.ts'

interface ScoreLimits {
  /** Only these names; all if absent. */
  readonly names?: readonly string[]
  /** Maximum number of names in the result. */
  readonly limit: number
}

type ValueType = ScoreSeries['value_type']

interface NamedValue {
  readonly name: string
  readonly value: string | number | boolean
}

/** Further names are ignored, so that feedback with generated names does not fill the memory. */
const SERIES_MAX = 10_000
const CATEGORIES_MAX = 1_000
const CATEGORIES_SHOWN = 10
const GROUPS_SHOWN = 10
const TEXT_CHARS_MAX = 100
const NAME_CHARS_MAX = 200

/** Counts and means of named feedback, per bucket. */
export class ScoreTally {
  readonly #edges: readonly Micros[]
  readonly #limits: ScoreLimits
  readonly #names: ReadonlySet<string> | undefined
  readonly #series = new Map<string, Series>()

  constructor(edges: readonly Micros[], limits: ScoreLimits) {
    this.#edges = edges
    this.#limits = limits
    this.#names = limits.names && new Set(limits.names)
  }

  /** Adds the values of a row, to each group of its call. */
  add(row: FeedbackValue, at: Micros, groups: readonly (string | undefined)[] = [undefined]): void {
    const bucket = bucketOf(this.#edges, at)
    for (const { name, value } of namedValues(row)) {
      if (this.#names && !this.#names.has(name)) continue
      for (const group of groups) this.#seriesOf(name, typeOf(value), group)?.add(bucket, value)
    }
  }

  result(): { readonly series: ScoreSeries[]; readonly name_count: number } {
    const counts = new Map<string, number>()
    for (const { name, count } of this.#series.values()) counts.set(name, (counts.get(name) ?? 0) + count)
    const names = [...counts].sort(([a, many], [b, more]) => more - many || compareTexts(a, b))
    const all = [...this.#series.values()]
    const shown = names.slice(0, this.#limits.limit).flatMap(([name]) =>
      all
        .filter((each) => each.name === name)
        .sort((a, b) => b.count - a.count)
        .slice(0, GROUPS_SHOWN),
    )
    const valuesEach = shown.reduce((sum, { width }) => sum + width, 0)
    checkBucketValues(this.#edges.length, valuesEach)
    const series = shown.map((each) => each.view(this.#edges.length))
    return { series, name_count: names.length }
  }

  #seriesOf(name: string, type: ValueType, group: string | undefined): Series | undefined {
    const key = JSON.stringify([name, type, group])
    const known = this.#series.get(key)
    if (known || this.#series.size >= SERIES_MAX) return known
    const series = new Series(name, type, group)
    this.#series.set(key, series)
    return series
  }
}

class Series {
  readonly name: string
  readonly #type: ValueType
  readonly #group: string | undefined
  readonly #total = new Sums()
  readonly #categories = new Map<string, Sums>()

  constructor(name: string, type: ValueType, group: string | undefined) {
    this.name = name
    this.#type = type
    this.#group = group
  }

  get count(): number {
    return this.#total.count
  }

  /** Number of values per bucket. */
  get width(): number {
    return 2 + Math.min(this.#categories.size, CATEGORIES_SHOWN)
  }

  add(bucket: number, value: string | number | boolean): void {
    this.#total.add(bucket, Number(typeof value === 'string' ? 0 : value))
    if (typeof value !== 'string') return
    const category = this.#categories.get(value) ?? new Sums()
    if (this.#categories.size < CATEGORIES_MAX) this.#categories.set(value, category)
    category.add(bucket, 0)
  }

  view(buckets: number): ScoreSeries {
    const isMeasured = this.#type !== 'categorical'
    const values = [...this.#categories].sort(([, a], [, b]) => b.count - a.count).slice(0, CATEGORIES_SHOWN)
    return {
      name: this.name,
      value_type: this.#type,
      ...(this.#group !== undefined && { group: this.#group }),
      count: this.count,
      counts: this.#total.counts(buckets),
      mean: isMeasured ? this.#total.mean : null,
      means: isMeasured ? this.#total.means(buckets) : [],
      values: values.map(([value, sums]) => ({ value, count: sums.count, counts: sums.counts(buckets) })),
    }
  }
}

/** Number and sum of values, overall and per bucket. */
class Sums {
  count = 0
  #sum = 0
  readonly #buckets = new Map<number, { count: number; sum: number }>()

  get mean(): number | null {
    return this.count === 0 ? null : this.#sum / this.count
  }

  add(at: number, value: number): void {
    const bucket = this.#buckets.get(at) ?? { count: 0, sum: 0 }
    this.#buckets.set(at, bucket)
    bucket.count++
    bucket.sum += value
    this.count++
    this.#sum += value
  }

  counts(buckets: number): number[] {
    return Array.from({ length: buckets }, (_, at) => this.#buckets.get(at)?.count ?? 0)
  }

  means(buckets: number): (number | null)[] {
    return Array.from({ length: buckets }, (_, at) => {
      const bucket = this.#buckets.get(at)
      return bucket ? bucket.sum / bucket.count : null
    })
  }
}

function typeOf(value: NamedValue['value']): ValueType {
  if (typeof value === 'number') return 'numeric'
  return typeof value === 'boolean' ? 'boolean' : 'categorical'
}

/** The values of a row by name. Notes are texts to read, not values to count. */
function namedValues({ feedback_type, payload }: FeedbackValue): NamedValue[] {
  const named = feedbackName(feedback_type)
  if (!named || named.kind === 'note') return []
  const tree = parseTree(payload)
  if (!(tree instanceof Map)) return []
  const found = named.valueKeys
    .map((key) => tree.get(key))
    .find((value) => value !== undefined && value !== null)
  return leavesOf(named.name, named.kind === 'custom' ? (found ?? tree) : found)
}

/** Scalars, with dotted names inside objects. Arrays are left out, and so are keys that no filter can name. */
function leavesOf(name: string, value: JsonValue | undefined): NamedValue[] {
  if (value === undefined || value === null || name.length > NAME_CHARS_MAX) return []
  if (value instanceof Map) {
    return [...value].flatMap(([key, inner]) =>
      key === '' || key.includes('.') ? [] : leavesOf(`${name}.${key}`, inner),
    )
  }
  if (value instanceof JsonNumber) {
    const number = value.toNumber()
    return Number.isFinite(number) ? [{ name, value: number }] : []
  }
  if (typeof value === 'boolean') return [{ name, value }]
  if (typeof value !== 'string' || value === '' || value.length > TEXT_CHARS_MAX) return []
  return [{ name, value }]
}
