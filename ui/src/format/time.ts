const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

const UNITS = [
  { name: 'y', ms: 365 * DAY },
  { name: 'mo', ms: 30 * DAY },
  { name: 'd', ms: DAY },
  { name: 'h', ms: HOUR },
  { name: 'm', ms: MINUTE },
  { name: 's', ms: SECOND },
] as const

/** Relative time in one unit: `just now`, `12s ago`, `3h ago`, `in 5m`. */
export function formatRelative(instant: Date, now: Date): string {
  const elapsedMs = now.getTime() - instant.getTime()
  const size = Math.abs(elapsedMs)
  if (size < 2 * SECOND) return 'just now'
  const unit = UNITS.find((each) => size >= each.ms) ?? UNITS[UNITS.length - 1]
  const text = `${Math.floor(size / (unit?.ms ?? SECOND))}${unit?.name ?? 's'}`
  return elapsedMs > 0 ? `${text} ago` : `in ${text}`
}

/** Created once, because constructing a formatter is expensive. */
const month = new Intl.DateTimeFormat('en', { month: 'short' })

/** Local time, less precise the longer ago: seconds today, then minutes, then only the day. */
export function formatLocal(instant: Date, now: Date): string {
  const time = `${pad(instant.getHours())}:${pad(instant.getMinutes())}`
  if (isSameDay(instant, now)) return `${time}:${pad(instant.getSeconds())}`
  const day = `${month.format(instant)} ${instant.getDate()}`
  return instant.getFullYear() === now.getFullYear() ? `${day} ${time}` : `${day} ${instant.getFullYear()}`
}

const dateAndTime = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'medium' })

/** Local date and time in the user's locale. */
export const formatDateTime = (instant: Date): string => dateAndTime.format(instant)

/** The exact instant: `2025-03-01 10:00:00.123 UTC`. */
export const formatUtc = (instant: Date): string =>
  instant.toISOString().replace('T', ' ').replace('Z', ' UTC')

const isSameDay = (a: Date, b: Date): boolean =>
  a.getDate() === b.getDate() && a.getMonth() === b.getMonth() && a.getFullYear() === b.getFullYear()

const pad = (value: number): string => String(value).padStart(2, '0')

/** A duration in its two largest units: `50 µs`, `0.4 ms`, `820 ms`, `1.25 s`, `2m 05s`, `3h 20m`, `4d 2h`. */
export function formatDuration(ms: number): string {
  if (ms < 0) return `-${formatDuration(-ms)}`
  if (ms > 0 && ms < 0.1) return `${Number((ms * 1000).toFixed(1))} µs`
  if (ms < 10) return `${Number(ms.toFixed(1))} ms`
  // What would be rounded to a whole larger unit has that one.
  if (ms < SECOND - 0.5) return `${Math.round(ms)} ms`
  if (ms < 10 * SECOND - 5) return `${(ms / SECOND).toFixed(2)} s`
  if (ms < MINUTE - 50) return `${(ms / SECOND).toFixed(1)} s`
  if (ms < MINUTE) return '1m 00s'
  if (ms < HOUR) return twoUnits(ms, MINUTE, 'm', SECOND, 's')
  if (ms < DAY) return twoUnits(ms, HOUR, 'h', MINUTE, 'm')
  return `${Math.floor(ms / DAY)}d ${Math.floor((ms % DAY) / HOUR)}h`
}

function twoUnits(ms: number, large: number, largeName: string, small: number, smallName: string): string {
  const rest = String(Math.floor((ms % large) / small)).padStart(2, '0')
  return `${Math.floor(ms / large)}${largeName} ${rest}${smallName}`
}
