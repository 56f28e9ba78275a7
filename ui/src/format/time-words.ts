import { DAY_MS } from './time.ts'

/** Created once, because constructing a formatter is expensive. */
const monthName = new Intl.DateTimeFormat('en', { month: 'short' })

/** An instant in local time, in words: `today 14:00`, `yesterday`, `Mar 3 10:30`, `Mar 3 2024`. Midnight is only the day. */
export function formatInstant(at: Date, now: Date): string {
  return isMidnight(at) ? formatDay(at, now) : `${formatDay(at, now)} ${formatClock(at)}`
}

/** A half-open span of local time: `Today 14:00–16:00`, `Mar 3 – Mar 5`, `Since yesterday`. */
export function formatSpan(from: Date | undefined, to: Date | undefined, now: Date): string {
  if (!from && !to) return 'All time'
  if (!to) return `Since ${formatInstant(from ?? now, now)}`
  if (!from) return `Until ${formatInstant(to, now)}`
  return capitalized(isMidnight(from) && isMidnight(to) ? daySpan(from, to, now) : clockSpan(from, to, now))
}

function daySpan(from: Date, to: Date, now: Date): string {
  const last = addDays(to, -1)
  return isSameDay(from, last) ? formatDay(from, now) : `${formatDay(from, now)} – ${formatDay(last, now)}`
}

function clockSpan(from: Date, to: Date, now: Date): string {
  const start = `${formatDay(from, now)} ${formatClock(from)}`
  if (isSameDay(from, to)) return `${start}–${formatClock(to)}`
  const endsAtMidnight = isMidnight(to) && isSameDay(from, addDays(to, -1))
  return endsAtMidnight ? `${start}–24:00` : `${start} – ${formatDay(to, now)} ${formatClock(to)}`
}

function formatDay(at: Date, now: Date): string {
  if (isSameDay(at, now)) return 'today'
  if (isSameDay(at, addDays(now, -1))) return 'yesterday'
  const day = `${monthName.format(at)} ${at.getDate()}`
  return at.getFullYear() === now.getFullYear() ? day : `${day} ${at.getFullYear()}`
}

function formatClock(at: Date): string {
  const seconds = at.getSeconds() === 0 ? '' : `:${pad(at.getSeconds())}`
  return `${pad(at.getHours())}:${pad(at.getMinutes())}${seconds}`
}

/** Calendar days, so that the hour stays the same when the clock changes. */
export const addDays = (at: Date, days: number): Date =>
  new Date(
    at.getFullYear(),
    at.getMonth(),
    at.getDate() + days,
    at.getHours(),
    at.getMinutes(),
    at.getSeconds(),
  )

export const startOfDay = (at: Date): Date => new Date(at.getFullYear(), at.getMonth(), at.getDate())

const isMidnight = (at: Date): boolean =>
  at.getTime() === startOfDay(at).getTime() && at.getTime() % 1000 === 0

const isSameDay = (a: Date, b: Date): boolean =>
  Math.abs(a.getTime() - b.getTime()) < 2 * DAY_MS && startOfDay(a).getTime() === startOfDay(b).getTime()

const pad = (value: number): string => String(value).padStart(2, '0')

const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)
