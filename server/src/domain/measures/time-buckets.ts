import { type Issue, malformed, ServiceError } from '../../errors.ts'
import { formatDateTime, MICROS_PER_SECOND, type Micros, readDateTime } from '../../time.ts'

export interface TimeRange {
  readonly start: Micros
  readonly end: Micros
}

export interface TimeBuckets {
  /** Seconds. */
  readonly granularity: number
  /** The left edges, ascending; the first is at or before the start, the last before the end. */
  readonly edges: readonly Micros[]
}

/** A time range as requested. */
export interface TimeRangeRequest {
  readonly start: string | number
  /** Now by default. */
  readonly end?: string | number
  /** Whether more than 31 days are allowed. */
  readonly long_range?: boolean
}

/** Parses the range of a request. Throws unless it ends after its start and, by default, within 31 days of it. */
export function newTimeRange(request: TimeRangeRequest, now: Micros): TimeRange {
  const start = readDateTime(request.start, ['body', 'start'])
  const end = request.end === undefined ? now : readDateTime(request.end, ['body', 'end'])
  checkTimeRange({ start, end }, request.long_range ? Number.POSITIVE_INFINITY : RANGE_DAYS_MAX)
  return { start, end }
}

/** Throws unless the range ends after its start and within so many days of it. */
export function checkTimeRange({ start, end }: TimeRange, daysMax = RANGE_DAYS_MAX): void {
  if (end < start) throw malformed([issue('end', 'end must not be before start')])
  if (end - start > daysMax * DAY * MICROS_PER_SECOND) {
    throw malformed([issue('end', `the range must not exceed ${daysMax} days`)])
  }
}

/**
 * Divides a range into buckets that are aligned to the local time of the time zone. The requested width is increased to stay
 * within 10 000 buckets; without one, it depends on the length of the range.
 */
export function timeBuckets(range: TimeRange, timezone: string, requested?: number): TimeBuckets {
  if (requested !== undefined && requested <= 0) {
    throw malformed([issue('granularity', 'granularity must be positive')])
  }
  if (requested !== undefined && requested > GRANULARITY_MAX) {
    throw malformed([issue('granularity', `granularity must be at most ${GRANULARITY_MAX} seconds`)])
  }
  const seconds = (range.end - range.start) / MICROS_PER_SECOND
  const granularity = Math.max(requested ?? suitingGranularity(seconds), Math.ceil(seconds / BUCKETS_MAX))
  const edges = bucketEdges(range, granularity * MICROS_PER_SECOND, zoneClock(timezone))
  return { granularity, edges }
}

/** Maximum number of values in a response, over all buckets. */
const BUCKET_VALUES_MAX = 500_000

/** Throws `too_large` if the buckets, with so many values each, would make the response too large. */
export function checkBucketValues(buckets: number, valuesEach: number): void {
  if (buckets * valuesEach <= BUCKET_VALUES_MAX) return
  throw new ServiceError(
    'too_large',
    `${buckets} buckets of ${valuesEach} values are over ${BUCKET_VALUES_MAX}: choose a larger granularity or fewer metrics`,
  )
}

/** The index of the bucket of an instant, which must not be before the first edge. */
export function bucketOf(edges: readonly Micros[], at: Micros): number {
  let low = 0
  let high = edges.length
  while (high - low > 1) {
    const middle = (low + high) >>> 1
    if ((edges[middle] ?? at) <= at) low = middle
    else high = middle
  }
  return low
}

/** Formats the edge of a bucket for responses. */
export function formatEdge(edge: Micros): string {
  return formatDateTime(edge).replace('Z', '+00:00')
}

const HOUR = 3600
const DAY = 24 * HOUR

/** Three thousand years, so that edges stay dates. */
const GRANULARITY_MAX = 100_000_000_000
const RANGE_DAYS_MAX = 31
const BUCKETS_MAX = 10_000

const SUITING_GRANULARITIES = [
  { upTo: 2 * HOUR, granularity: 300 },
  { upTo: 12 * HOUR, granularity: HOUR },
  { upTo: 3 * DAY, granularity: 6 * HOUR },
  { upTo: 14 * DAY, granularity: 12 * HOUR },
]

function suitingGranularity(seconds: number): number {
  return SUITING_GRANULARITIES.find(({ upTo }) => seconds <= upTo)?.granularity ?? DAY
}

/**
 * Edges are spaced by local time. When the clock goes forward, edges that coincide or swap are merged; when it goes back, the
 * repeated time gets its own edges if they are aligned.
 */
function bucketEdges({ start, end }: TimeRange, width: Micros, clock: ZoneClock): Micros[] {
  let local = Math.floor((start + clock.offsetAt(start)) / width) * width
  let last = clock.instantOf(local)
  const edges = [last]
  while (last < end) {
    local += width
    const edge = clock.instantOf(local)
    if (edge <= last) continue
    const step = (edge - last) % width === 0 ? width : edge - last
    for (let at = last + step; at <= edge; at += step) edges.push(at)
    last = edge
  }
  return edges.slice(bucketOf(edges, start)).filter((edge) => edge < end)
}

interface ZoneClock {
  /** UTC offset of the zone at an instant. */
  offsetAt(instant: Micros): Micros
  /** The first instant at which the local time is `local`; if it is skipped, by the offset before the change. */
  instantOf(local: Micros): Micros
}

function zoneClock(timezone: string): ZoneClock {
  const offsetAt = zoneOffsets(timezone)
  return {
    offsetAt,
    instantOf(local) {
      const offsets = [offsetAt(local - DAY * MICROS_PER_SECOND), offsetAt(local + DAY * MICROS_PER_SECOND)]
      const larger = Math.max(...offsets)
      return local - (offsetAt(local - larger) === larger ? larger : Math.min(...offsets))
    },
  }
}

/** Zones change their offset on quarter hours only, so each offset is valid for a whole quarter. */
const QUARTER = 900 * MICROS_PER_SECOND

function zoneOffsets(timezone: string): (instant: Micros) => Micros {
  // The default, for which a format would take a millisecond to make.
  if (timezone === 'UTC') return () => 0
  const format = zoneFormat(timezone)
  if (format.resolvedOptions().timeZone === 'UTC') return () => 0
  const known = new Map<number, Micros>()
  return (instant) => {
    const quarter = Math.floor(instant / QUARTER)
    const offset = known.get(quarter) ?? wallClock(format, quarter * QUARTER) - quarter * QUARTER
    known.set(quarter, offset)
    return offset
  }
}

function zoneFormat(timeZone: string): Intl.DateTimeFormat {
  try {
    return new Intl.DateTimeFormat('en-US', {
      timeZone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    })
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    throw malformed([issue('timezone', `unknown time zone ${timeZone}`)])
  }
}

/** The local time of the zone, as if it were UTC. */
function wallClock(format: Intl.DateTimeFormat, instant: Micros): Micros {
  const parts = new Map(format.formatToParts(instant / 1000).map(({ type, value }) => [type, Number(value)]))
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? 0
  return (
    1000 *
    Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'), part('second'))
  )
}

const issue = (field: string, msg: string): Issue => ({ loc: ['body', field], msg, type: 'value_error' })
