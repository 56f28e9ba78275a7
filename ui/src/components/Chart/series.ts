import { DAY_SECONDS } from '../../format/time.ts'

/** A line or bar series. One value per time of the chart; null if there is none. */
export interface ChartSeries {
  readonly label: string
  /** CSS custom property: `--series-1`, `--bad`. */
  readonly colour: string
  readonly values: readonly (number | null)[]
}

/** The values of a chart as lines of a table, with a header; times are in UTC. */
export const chartLines = (
  times: readonly number[],
  series: readonly ChartSeries[],
): (string | number | null)[][] => [
  ['time', ...series.map(({ label }) => label)],
  ...times.map((second, at) => [
    new Date(second * 1000).toISOString(),
    ...series.map(({ values }) => values[at] ?? null),
  ]),
]

type Values = readonly (number | null)[]

/** Cumulative heights for stacking. */
export function stacked(series: readonly Values[]): number[][] {
  const heights: number[] = []
  return series.map((values) =>
    values.map((value, index) => {
      heights[index] = (heights[index] ?? 0) + (value ?? 0)
      return heights[index]
    }),
  )
}

/** The series with the largest sums; the others are summed up under one label. */
export function largestSeries(
  named: ReadonlyMap<string, Values>,
  count: number,
  othersLabel: string,
): { readonly label: string; readonly values: Values }[] {
  const all = [...named].map(([label, values]) => ({ label, values, sum: sumOf(values) }))
  all.sort((a, b) => b.sum - a.sum)
  const shown = all.length <= count ? all : all.slice(0, count - 1)
  const others = all.slice(shown.length)
  if (others.length === 0) return shown
  const values = stacked(others.map((each) => each.values)).at(-1) ?? []
  return [...shown, { label: othersLabel, values }]
}

export const sumOf = (values: Values): number => values.reduce<number>((sum, value) => sum + (value ?? 0), 0)

/** Index of the bucket that a time is in. Times before the first one count as in the first. */
export const bucketOver = (times: readonly number[], second: number): number =>
  Math.max(
    0,
    times.findLastIndex((time) => time <= second),
  )

/** Labels of time ticks: the time of day, or the date if ticks are days apart. */
export function tickLabels(seconds: readonly number[]): string[] {
  const gap = (seconds[1] ?? 0) - (seconds[0] ?? 0)
  return seconds.map((second, index) => {
    const at = new Date(second * 1000)
    const isNewDay = index === 0 || !isSameDay(at, new Date((seconds[index - 1] ?? 0) * 1000))
    if (gap >= DAY_SECONDS || (isNewDay && at.getHours() === 0)) return dayText(at)
    return clockText(at)
  })
}

/** Start of a bucket: `Mar 1 10:00`, or only the date for buckets of whole days. */
export function bucketLabel(second: number, bucketSeconds: number): string {
  const at = new Date(second * 1000)
  return bucketSeconds >= DAY_SECONDS ? dayText(at) : `${dayText(at)} ${clockText(at)}`
}

const dayText = (at: Date): string => at.toLocaleString('en', { month: 'short', day: 'numeric' })

const clockText = (at: Date): string =>
  `${String(at.getHours()).padStart(2, '0')}:${String(at.getMinutes()).padStart(2, '0')}`

const isSameDay = (a: Date, b: Date): boolean => a.toDateString() === b.toDateString()
