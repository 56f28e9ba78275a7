import { parseDuration } from '@heddle/contract/filter/values'
import { addDays, formatSpan, startOfDay } from '../format/time-words.ts'

/** A resolved time range, half-open. A missing bound is open. */
export interface RangeBounds {
  readonly from?: Date
  readonly to?: Date
}

/** Ranges to pick from, with their text in the URL. No text means all time. */
export const PRESETS: readonly { readonly text: string | undefined; readonly label: string }[] = [
  { text: '15m', label: 'Last 15 minutes' },
  { text: '1h', label: 'Last hour' },
  { text: '24h', label: 'Last 24 hours' },
  { text: '7d', label: 'Last 7 days' },
  { text: '30d', label: 'Last 30 days' },
  { text: '90d', label: 'Last 90 days' },
  { text: 'today', label: 'Today' },
  { text: 'yesterday', label: 'Since yesterday' },
  { text: undefined, label: 'All time' },
]

/** Separates the bounds of a custom range; either may be empty. */
const SEPARATOR = '..'

/** Resolves the text of a range: `7d`, `today`, `yesterday` or `<from>..<to>` in ISO 8601. Anything else is all time. */
export const rangeBounds = (text: string | undefined, now: Date): RangeBounds =>
  (text === undefined ? undefined : readRange(text, now)) ?? {}

/** Undefined for text that is not a range, such as a mistyped URL. */
function readRange(text: string, now: Date): RangeBounds | undefined {
  if (text === 'today') return { from: startOfDay(now) }
  if (text === 'yesterday') return { from: startOfDay(addDays(now, -1)) }
  const ms = parseDuration(text)
  if (ms !== undefined) return { from: new Date(Math.max(0, now.getTime() - ms)) }
  const [from = '', to, ...others] = text.split(SEPARATOR)
  return to === undefined || others.length > 0 ? undefined : boundsOf(from, to)
}

/** Undefined if both are empty, or one is no time. */
function boundsOf(fromText: string, toText: string): RangeBounds | undefined {
  const [from, to] = [instantOf(fromText, 0), instantOf(toText, 1)]
  if (from === 'invalid' || to === 'invalid' || !(from || to)) return undefined
  return { ...(from && { from }), ...(to && { to }) }
}

/** The bounds that were entered; undefined if both are empty, one is no time, or they are in the wrong order. */
export function customBounds(fromText: string, toText: string): RangeBounds | undefined {
  const bounds = boundsOf(fromText, toText)
  const isOrdered = !bounds?.from || !bounds.to || bounds.from < bounds.to
  return isOrdered ? bounds : undefined
}

/** The text of a custom range. */
export const rangeText = ({ from, to }: RangeBounds): string =>
  `${from?.toISOString() ?? ''}${SEPARATOR}${to?.toISOString() ?? ''}`

/** The range in words: `Last 7 days`, `Today 14:00–16:00`. */
export function rangeLabel(text: string | undefined, now: Date): string {
  const preset = PRESETS.find((each) => each.text === text)
  if (preset) return preset.label
  const duration = text === undefined ? undefined : durationInWords(text)
  if (duration !== undefined) return `Last ${duration}`
  const { from, to } = rangeBounds(text, now)
  return formatSpan(from, to, now)
}

/** Why a range in the URL does not apply; undefined if it does. */
export const rangeProblem = (text: string | undefined, now: Date): string | undefined =>
  text === undefined || readRange(text, now)
    ? undefined
    : `“${clipped(text)}” is not a time range, such as 7d, today or 2025-03-01..2025-03-08. Showing all time.`

const UNITS: Record<string, string> = {
  ms: 'millisecond',
  s: 'second',
  m: 'minute',
  h: 'hour',
  d: 'day',
  w: 'week',
}

/** `3h` as `3 hours`; undefined if the text is no duration. */
function durationInWords(text: string): string | undefined {
  if (parseDuration(text) === undefined) return undefined
  const amount = Number.parseFloat(text)
  const unit = UNITS[text.replace(/^[\d.]+/, '') || 'ms']
  return amount === 1 ? `${unit}` : `${amount} ${unit}s`
}

const SHOWN_CHARACTERS = 40

const clipped = (text: string): string =>
  text.length > SHOWN_CHARACTERS ? `${text.slice(0, SHOWN_CHARACTERS)}…` : text

/**
 * One bound of a custom range; undefined if it is open. A year, month or day is in local time; `later` moves it on by
 * one, because a range includes the day it ends with.
 */
function instantOf(text: string, later: 0 | 1): Date | 'invalid' | undefined {
  if (text === '') return undefined
  const at = new Date(text)
  if (Number.isNaN(at.getTime())) return 'invalid'
  const [, year, month, day] = /^(\d{4})(?:-(\d\d))?(?:-(\d\d))?$/.exec(text) ?? []
  if (year === undefined) return at
  if (month === undefined) return new Date(Number(year) + later, 0)
  if (day === undefined) return new Date(Number(year), Number(month) - 1 + later)
  return new Date(Number(year), Number(month) - 1, Number(day) + later)
}
