const DAY_SECONDS = 86_400

/** What stands below a tick: the time of day, or the day where ticks are days apart. */
export function tickLabels(seconds: readonly number[]): string[] {
  const gap = (seconds[1] ?? 0) - (seconds[0] ?? 0)
  return seconds.map((second, index) => {
    const at = new Date(second * 1000)
    const isNewDay = index === 0 || !isSameDay(at, new Date((seconds[index - 1] ?? 0) * 1000))
    if (gap >= DAY_SECONDS || (isNewDay && at.getHours() === 0)) return dayText(at)
    return clockText(at)
  })
}

/** A bucket by its beginning: `Mar 1 10:00`; the day alone where it is a whole one. */
export function bucketLabel(second: number, bucketSeconds: number): string {
  const at = new Date(second * 1000)
  return bucketSeconds >= DAY_SECONDS ? dayText(at) : `${dayText(at)} ${clockText(at)}`
}

const dayText = (at: Date): string => at.toLocaleString('en', { month: 'short', day: 'numeric' })

const clockText = (at: Date): string =>
  `${String(at.getHours()).padStart(2, '0')}:${String(at.getMinutes()).padStart(2, '0')}`

const isSameDay = (a: Date, b: Date): boolean => a.toDateString() === b.toDateString()
