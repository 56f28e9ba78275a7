import { ServiceError } from '../../errors.ts'
import { JsonNumber } from '../../json/number.ts'
import { type JsonValue, parseTree } from '../../json/tree.ts'
import { compareTexts, documentText, parseBool, parseDouble, walk } from '../../query/values.ts'
import { formatDateTime } from '../../time.ts'
import type { Steps } from '../../turns.ts'
import { type Aggregation, Distribution, type Measures } from '../measures/distribution.ts'
import {
  bucketOf,
  checkBucketValues,
  formatEdge,
  type TimeRange,
  timeBuckets,
} from '../measures/time-buckets.ts'
import type { FeedbackValue } from './feedback.ts'

type FeedbackValueType = 'numeric' | 'boolean' | 'categorical'

/** A path into payloads, and how to aggregate the values there. */
interface FeedbackMetric {
  readonly json_path: string
  readonly value_type?: FeedbackValueType
  readonly aggregations?: readonly Aggregation[]
  readonly percentiles?: readonly number[]
}

export interface FeedbackStatsRequest extends TimeRange {
  readonly granularity?: number
  readonly timezone?: string
  readonly metrics?: readonly FeedbackMetric[]
}

type Measured = Record<string, number | null>

export interface FeedbackStats {
  start: string
  end: string
  granularity: number
  timezone: string
  /** Every bucket of the range, each with `timestamp`, `count`, `avg_<slug>` and the like. */
  buckets: Record<string, string | number | null>[]
  /** The same over the whole range: `{slug: {avg: 0.5}}`. */
  window_stats: Record<string, Measured> | null
}

/** Measures the feedback created in [start, end), which comes in pages. Without metrics no page is read. */
export async function feedbackStats(
  request: FeedbackStatsRequest,
  pages: AsyncIterable<readonly FeedbackValue[]>,
): Promise<FeedbackStats> {
  const { start, end, timezone = 'UTC' } = request
  const metrics = (request.metrics ?? []).map(newMetric)
  const window = { start: formatDateTime(start), end: formatDateTime(end), timezone }
  if (metrics.length === 0) return { ...window, granularity: 3600, buckets: [], window_stats: null }

  const { granularity, edges } = timeBuckets(request, timezone, request.granularity)
  checkBucketValues(edges.length, valuesOf(metrics))
  const whole = new Tally(metrics)
  const buckets = edges.map((edge) => ({ edge, tally: new Tally(metrics) }))
  for await (const rows of pages) {
    for (const row of rows) {
      const payload = parseTree(row.payload)
      whole.add(payload)
      buckets[bucketOf(edges, row.created_at)]?.tally.add(payload)
    }
  }
  return {
    ...window,
    granularity,
    buckets: buckets.map(({ edge, tally }) => ({ timestamp: formatEdge(edge), ...tally.asBucket() })),
    window_stats: whole.asWindow(),
  }
}

interface Metric extends Measures {
  readonly path: readonly string[]
  readonly slug: string
  /** The text at the path as a number; null to ignore it. */
  readonly read: (text: string) => number | null
}

const READERS: Record<FeedbackValueType, Metric['read']> = {
  numeric: parseDouble,
  boolean: parseBool,
  categorical: (text) => (text === '' ? null : 1),
}

const USUAL_AGGREGATIONS: Record<FeedbackValueType, readonly Aggregation[]> = {
  numeric: ['avg', 'min', 'max'],
  boolean: ['count_true', 'count_false'],
  categorical: ['count'],
}

function newMetric({
  json_path,
  value_type = 'numeric',
  aggregations = [],
  percentiles = [],
}: FeedbackMetric): Metric {
  if (!/^[\w. ]+$/.test(json_path)) {
    throw new ServiceError(
      'invalid_request',
      `json_path ${JSON.stringify(json_path)} may have letters, digits, _, . and spaces only`,
    )
  }
  return {
    path: json_path.split('.'),
    slug: json_path.replaceAll('.', '_'),
    read: READERS[value_type],
    aggregations: aggregations.length > 0 ? aggregations : USUAL_AGGREGATIONS[value_type],
    percentiles,
  }
}

const valuesOf = (metrics: readonly Metric[]): number =>
  metrics.reduce((sum, { aggregations, percentiles }) => sum + aggregations.length + percentiles.length, 0)

/** All metrics over one time range. */
class Tally {
  #count = 0
  readonly #metrics: readonly { readonly metric: Metric; readonly values: Distribution }[]

  constructor(metrics: readonly Metric[]) {
    this.#metrics = metrics.map((metric) => ({ metric, values: new Distribution(metric) }))
  }

  add(payload: JsonValue): void {
    this.#count++
    for (const { metric, values } of this.#metrics) {
      const value = metric.read(documentText(walk(payload, metric.path)))
      if (value !== null) values.add(value)
    }
  }

  asBucket(): Measured {
    const results = this.#metrics.flatMap(({ metric, values }) => [...values.results(metric.slug)])
    return { count: this.#count, ...Object.fromEntries(results) }
  }

  asWindow(): Record<string, Measured> {
    const results = new Map<string, Measured>()
    for (const { metric, values } of this.#metrics) {
      const named = [...values.results(metric.slug)].map(([key, value]) => [withoutSlug(key, metric), value])
      results.set(metric.slug, { ...results.get(metric.slug), ...Object.fromEntries(named) })
    }
    return Object.fromEntries(results)
  }
}

const withoutSlug = (key: string, { slug }: Metric): string => key.slice(0, -`_${slug}`.length)

export interface PayloadPath {
  json_path: string
  value_type: FeedbackValueType
}

/**
 * The paths in payloads that have scalar values, sorted. Arrays are left out, and so are keys
 * with dots, which no path can name. A path with values of several types is categorical.
 */
export function* payloadSchema(rows: Iterable<FeedbackValue>): Steps<PayloadPath[]> {
  const types = new Map<string, FeedbackValueType>()
  for (const row of rows) {
    for (const { json_path, value_type } of leavesOf(parseTree(row.payload), '')) {
      const known = types.get(json_path) ?? value_type
      types.set(json_path, known === value_type ? value_type : 'categorical')
    }
    yield
  }
  return [...types]
    .map(([json_path, value_type]) => ({ json_path, value_type }))
    .sort((left, right) => compareTexts(left.json_path, right.json_path))
}

function leavesOf(tree: JsonValue, json_path: string): PayloadPath[] {
  if (tree instanceof Map) {
    return [...tree]
      .filter(([key]) => key !== '' && !key.includes('.'))
      .flatMap(([key, value]) => leavesOf(value, json_path === '' ? key : `${json_path}.${key}`))
  }
  if (tree === null || Array.isArray(tree)) return []
  return [{ json_path, value_type: typeOf(tree) }]
}

function typeOf(leaf: string | boolean | JsonNumber): FeedbackValueType {
  if (leaf instanceof JsonNumber) return 'numeric'
  return typeof leaf === 'boolean' ? 'boolean' : 'categorical'
}
