const MINUTE = 60
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

const UNITS = [
  { name: 'y', seconds: 365 * DAY },
  { name: 'mo', seconds: 30 * DAY },
  { name: 'd', seconds: DAY },
  { name: 'h', seconds: HOUR },
  { name: 'm', seconds: MINUTE },
  { name: 's', seconds: 1 },
] as const

/** How long ago, in one unit: `just now`, `12s ago`, `3h ago`; the future reads `in 5m`. */
export function formatRelative(instant: Date, now: Date): string {
  const seconds = (now.getTime() - instant.getTime()) / 1000
  const size = Math.abs(seconds)
  if (size < 2) return 'just now'
  const unit = UNITS.find((each) => size >= each.seconds) ?? UNITS[UNITS.length - 1]
  const text = `${Math.floor(size / (unit?.seconds ?? 1))}${unit?.name ?? 's'}`
  return seconds > 0 ? `${text} ago` : `in ${text}`
}

/** Made once: a formatter costs more than all it formats on a page. */
const month = new Intl.DateTimeFormat('en', { month: 'short' })

/** The local wall clock, as short as the distance allows: to the second today, then to the minute, then the day. */
export function formatLocal(instant: Date, now: Date): string {
  const time = `${pad(instant.getHours())}:${pad(instant.getMinutes())}`
  if (isSameDay(instant, now)) return `${time}:${pad(instant.getSeconds())}`
  const day = `${month.format(instant)} ${instant.getDate()}`
  return instant.getFullYear() === now.getFullYear() ? `${day} ${time}` : `${day} ${instant.getFullYear()}`
}

const dateAndTime = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'medium' })

/** The local date and time, as the person's own language writes them. */
export const formatDateTime = (instant: Date): string => dateAndTime.format(instant)

/** The exact instant: `2025-03-01 10:00:00.123 UTC`. */
export const formatUtc = (instant: Date): string =>
  instant.toISOString().replace('T', ' ').replace('Z', ' UTC')

const isSameDay = (a: Date, b: Date): boolean =>
  a.getDate() === b.getDate() && a.getMonth() === b.getMonth() && a.getFullYear() === b.getFullYear()

const pad = (value: number): string => String(value).padStart(2, '0')
