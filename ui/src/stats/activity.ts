import type { Part } from '@heddle/contract/filter/parse'
import { parseTime } from '@heddle/contract/filter/values'
import type { StatsBucket } from '@heddle/contract/time-buckets'
import type { ActivityMetric, ActivityWindow } from '../api/stats.ts'
import { DAY_SECONDS } from '../format/time.ts'
import type { RangeBounds } from '../range/time-range.ts'

const SECOND = 1000
const HOUR = 3600 * SECOND
const BUCKETS_MAX = 96
const DAYS = [1, 7, 30, 91, 365, 3650].map((days) => days * DAY_SECONDS)
const STEPS = [1, 5, 10, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 10_800, 21_600, 43_200, ...DAYS]

/** Narrows a time range by the start times in the filter. */
export function narrowedBounds(bounds: RangeBounds, parts: readonly Part[], now: Date): RangeBounds {
  let from = bounds.from?.getTime()
  let to = bounds.to?.getTime()
  for (const { meaning } of parts) {
    if (!('node' in meaning) || meaning.node.kind !== 'term' || meaning.node.field !== 'started') continue
    const time = parseTime(meaning.node.value, now)
    if (!time) continue
    if (!meaning.node.operator.startsWith('<')) from = Math.max(from ?? 0, time.from.getTime())
    if (!meaning.node.operator.startsWith('>'))
      to = Math.min(to ?? Number.POSITIVE_INFINITY, time.to.getTime())
  }
  return {
    ...(from !== undefined && { from: new Date(from) }),
    ...(to !== undefined && { to: new Date(to) }),
  }
}

/**
 * The window of a time range, divided into a readable number of buckets. All time starts with the first call, or in an empty project
 * now.
 */
export function statsWindow(
  bounds: RangeBounds,
  earliest: Date | null | undefined,
  now: Date,
): ActivityWindow {
  const end = bounds.to?.getTime() ?? now.getTime()
  const start = bounds.from?.getTime() ?? Math.min(earliest?.getTime() ?? end, end - HOUR)
  const from = Math.min(start, end - SECOND)
  const seconds = (end - from) / SECOND
  const granularity = STEPS.find((step) => seconds / step <= BUCKETS_MAX) ?? Math.ceil(seconds / BUCKETS_MAX)
  return { from: new Date(from), to: new Date(end), granularity }
}

export interface Bar {
  readonly at: Date
  /** In calls, dollars or milliseconds, depending on the metric. */
  readonly value: number
  readonly count: number
  readonly errors: number
}

/** One bar per bucket. */
export function activityBars(
  buckets: readonly StatsBucket[],
  usage: readonly StatsBucket[],
  metric: ActivityMetric,
): Bar[] {
  const costs = new Map<string, number>()
  for (const bucket of usage) {
    const key = String(bucket.timestamp)
    costs.set(key, (costs.get(key) ?? 0) + numberIn(bucket, 'sum_total_cost'))
  }
  return buckets.map((bucket) => {
    const values: Record<ActivityMetric, number> = {
      count: numberIn(bucket, 'sum_call_count'),
      cost: costs.get(String(bucket.timestamp)) ?? 0,
      p95: numberIn(bucket, 'p95_latency_ms'),
    }
    return {
      at: new Date(String(bucket.timestamp)),
      value: values[metric],
      count: values.count,
      errors: numberIn(bucket, 'sum_error_count'),
    }
  })
}

/** A bar ends where the next begins: a day may have 23 or 25 hours. */
export const barEndMs = (bars: readonly Bar[], index: number, bucketMs: number): number =>
  bars[index + 1]?.at.getTime() ?? (bars[index]?.at.getTime() ?? 0) + bucketMs

function numberIn(bucket: StatsBucket, key: string): number {
  const value = bucket[key]
  return typeof value === 'number' ? value : 0
}
