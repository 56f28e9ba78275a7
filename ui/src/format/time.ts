const SECOND_MS = 1000
const MINUTE_MS = 60 * SECOND_MS
const HOUR_MS = 60 * MINUTE_MS
export const DAY_MS = 24 * HOUR_MS
export const DAY_SECONDS = DAY_MS / SECOND_MS

const UNITS = [
  { name: 'y', ms: 365 * DAY_MS },
  { name: 'mo', ms: 30 * DAY_MS },
  { name: 'd', ms: DAY_MS },
  { name: 'h', ms: HOUR_MS },
  { name: 'm', ms: MINUTE_MS },
  { name: 's', ms: SECOND_MS },
] as const

/** Relative time in one unit: `just now`, `12s ago`, `3h ago`, `in 5m`. */
export function formatRelative(instant: Date, now: Date): string {
  const elapsedMs = now.getTime() - instant.getTime()
  const size = Math.abs(elapsedMs)
  if (size < 2 * SECOND_MS) return 'just now'
  const unit = UNITS.find((each) => size >= each.ms) ?? UNITS[UNITS.length - 1]
  const text = `${Math.floor(size / (unit?.ms ?? SECOND_MS))}${unit?.name ?? 's'}`
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
  if (ms < SECOND_MS - 0.5) return `${Math.round(ms)} ms`
  if (ms < 10 * SECOND_MS - 5) return `${(ms / SECOND_MS).toFixed(2)} s`
  if (ms < MINUTE_MS - 50) return `${(ms / SECOND_MS).toFixed(1)} s`
  if (ms < MINUTE_MS) return '1m 00s'
  if (ms < HOUR_MS) return twoUnits(ms, MINUTE_MS, 'm', SECOND_MS, 's')
  if (ms < DAY_MS) return twoUnits(ms, HOUR_MS, 'h', MINUTE_MS, 'm')
  return `${Math.floor(ms / DAY_MS)}d ${Math.floor((ms % DAY_MS) / HOUR_MS)}h`
}

function twoUnits(ms: number, large: number, largeName: string, small: number, smallName: string): string {
  const rest = String(Math.floor((ms % large) / small)).padStart(2, '0')
  return `${Math.floor(ms / large)}${largeName} ${rest}${smallName}`
}
