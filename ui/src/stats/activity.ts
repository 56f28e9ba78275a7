import type { StatsBucket } from '@heddle/contract/time-buckets'
import type { ActivityMetric, ActivityWindow } from '../api/stats.ts'
import type { Part } from '../filter/parse.ts'
import { parseTime } from '../filter/values.ts'

const SECOND = 1000
const DAY = 86_400 * SECOND
const WINDOW_MAX = 31 * DAY
const BUCKETS_MAX = 96
const STEPS = [1, 5, 10, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 10_800, 21_600, 43_200, 86_400]

export const RANGES = { '1h': 3600 * SECOND, '24h': DAY, '7d': 7 * DAY, '30d': 30 * DAY } as const
export type Range = keyof typeof RANGES

/** Time window of the activity chart: from the filter if it has times, else the range before now. */
export function activityWindow(parts: readonly Part[], range: Range, now: Date): ActivityWindow {
  let from: number | undefined
  let to: number | undefined
  for (const { meaning } of parts) {
    if (!('node' in meaning) || meaning.node.kind !== 'term' || meaning.node.field !== 'started') continue
    const time = parseTime(meaning.node.value, now)
    if (!time) continue
    if (!meaning.node.operator.startsWith('<')) from = Math.max(from ?? 0, time.from.getTime())
    if (!meaning.node.operator.startsWith('>'))
      to = Math.min(to ?? Number.POSITIVE_INFINITY, time.to.getTime())
  }
  const end = to ?? now.getTime()
  const start = Math.max(from ?? end - RANGES[range], end - WINDOW_MAX)
  return windowOf(Math.min(start, end - SECOND), end)
}

function windowOf(start: number, end: number): ActivityWindow {
  const seconds = (end - start) / SECOND
  const granularity = STEPS.find((step) => seconds / step <= BUCKETS_MAX) ?? 86_400
  return { from: new Date(start), to: new Date(end), granularity }
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

function numberIn(bucket: StatsBucket, key: string): number {
  const value = bucket[key]
  return typeof value === 'number' ? value : 0
}
