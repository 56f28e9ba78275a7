import { malformed } from './errors.ts'

/** An instant as whole microseconds since 1970 in UTC: exact in a double until the year 2255. */
export type Micros = number

export const MICROS_PER_SECOND = 1_000_000
export const MICROS_PER_DAY = 86_400 * MICROS_PER_SECOND

/**
 * Reads an instant as clients write it: ISO 8601 with `T` or a space, any fraction (what is finer
 * than a microsecond is cut off), an offset, `Z` or neither (UTC); a date; or Unix time in seconds,
 * or milliseconds beyond ±2e10, as a number or a numeric string. Undefined for anything else.
 */
export function parseDateTime(value: string | number): Micros | undefined {
  if (typeof value === 'number') return fromUnixTime(value)
  return parseIso(value) ?? (NUMERIC.test(value) ? fromUnixTime(Number(value)) : undefined)
}

/** As `parseDateTime` takes it, or known already. */
export type SentTime = string | number | { readonly micros: Micros }

/**
 * As `parseDateTime`, for an instant that is to be kept or counted with: refuses what is none, or is
 * too far away to be exact, and says where it is.
 */
export function readDateTime(value: SentTime, loc: readonly (string | number)[]): Micros {
  const micros = typeof value === 'object' ? value.micros : parseDateTime(value)
  if (micros !== undefined && Number.isSafeInteger(micros)) return micros
  const msg = 'Input should be a valid datetime between the years 1685 and 2255'
  throw malformed([{ loc, msg, type: 'datetime_parsing' }])
}

/**
 * RFC 3339 in UTC, with six fractional digits, or none where the fraction is zero. An instant outside the years 1 to 9999,
 * which a row of an older version may hold, is shown as the nearest one inside.
 */
export function formatDateTime(micros: Micros): string {
  const shown = Math.min(Math.max(micros, YEAR_1), LAST_SECOND)
  const seconds = Math.floor(shown / MICROS_PER_SECOND)
  const fraction = Number.isSafeInteger(shown) ? shown - seconds * MICROS_PER_SECOND : 0
  const days = Math.floor(seconds / SECONDS_PER_DAY)
  const whole = `${formatDate(days)}T${formatTime(seconds - days * SECONDS_PER_DAY)}`
  return fraction === 0 ? `${whole}Z` : `${whole}.${String(fraction).padStart(6, '0')}Z`
}

const SECONDS_PER_DAY = 86_400

/** The inverse of `daysSinceEpoch`. `Date.toISOString` takes ten times as long. */
function formatDate(daysSince1970: number): string {
  const days = daysSince1970 + DAYS_BEFORE_EPOCH
  const era = Math.floor(days / DAYS_PER_ERA)
  const dayOfEra = days - era * DAYS_PER_ERA
  const yearOfEra = Math.floor(
    (dayOfEra -
      Math.floor(dayOfEra / 1460) +
      Math.floor(dayOfEra / 36_524) -
      Math.floor(dayOfEra / (DAYS_PER_ERA - 1))) /
      365,
  )
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100))
  const monthFromMarch = Math.floor((5 * dayOfYear + 2) / 153)
  const day = dayOfYear - Math.floor((153 * monthFromMarch + 2) / 5) + 1
  const month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
  const year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
  return `${String(year).padStart(4, '0')}-${twoDigits(month)}-${twoDigits(day)}`
}

/** The calendar repeats itself every 400 years. */
const DAYS_PER_ERA = 146_097

function formatTime(secondOfDay: number): string {
  const minuteOfDay = Math.floor(secondOfDay / 60)
  const hour = Math.floor(minuteOfDay / 60)
  return `${twoDigits(hour)}:${twoDigits(minuteOfDay - hour * 60)}:${twoDigits(secondOfDay - minuteOfDay * 60)}`
}

const twoDigits = (value: number): string => (value < 10 ? `0${value}` : `${value}`)

const NUMERIC = /^[+-]?\d+(\.\d*)?$/
const UNIX_SECONDS_MAX = 2e10
const YEAR_1 = Date.parse('0001-01-01T00:00:00Z') * 1000
const YEAR_10000 = Date.UTC(10_000, 0) * 1000
const LAST_SECOND = YEAR_10000 - MICROS_PER_SECOND

function fromUnixTime(value: number): Micros | undefined {
  return Math.abs(value) > UNIX_SECONDS_MAX ? inRange(Math.round(value * 1000)) : fromUnixSeconds(value)
}

/** Unix time in seconds, however large; undefined outside the years 1 to 9999. */
export function fromUnixSeconds(seconds: number): Micros | undefined {
  return inRange(Math.round(seconds * MICROS_PER_SECOND))
}

/** NaN, which stands for unreadable digits, is out of range too. */
function inRange(micros: Micros): Micros | undefined {
  return micros >= YEAR_1 && micros < YEAR_10000 ? micros : undefined
}

const DASH = 45
const COLON = 58
const DATE_LENGTH = 10

function parseIso(text: string): Micros | undefined {
  const days = parseDate(text)
  if (days === undefined) return undefined
  const midnight = days * MICROS_PER_DAY
  if (text.length === DATE_LENGTH) return inRange(midnight)
  const separator = text[DATE_LENGTH]
  if (separator !== 'T' && separator !== ' ' && separator !== 't' && separator !== '_') return undefined
  const time = parseTime(text, DATE_LENGTH + 1)
  return time === undefined ? undefined : inRange(midnight + time)
}

function parseDate(text: string): number | undefined {
  if (text.charCodeAt(4) !== DASH || text.charCodeAt(7) !== DASH) return undefined
  const year = digits(text, 0, 4)
  const month = digits(text, 5, 2)
  const day = digits(text, 8, 2)
  const valid = year >= 1 && month >= 1 && month <= 12 && day >= 1 && day <= daysInMonth(year, month)
  return valid ? daysSinceEpoch(year, month, day) : undefined
}

/** `HH:MM[:SS[.f]][offset]` as microseconds since midnight in UTC; an offset may lead to another day. */
function parseTime(text: string, from: number): Micros | undefined {
  const hour = digits(text, from, 2)
  const minute = digits(text, from + 3, 2)
  if (text.charCodeAt(from + 2) !== COLON || !(hour < 24 && minute < 60)) return undefined
  let at = from + 5
  let micros = (hour * 60 + minute) * 60 * MICROS_PER_SECOND
  if (text.charCodeAt(at) === COLON) {
    const second = digits(text, at + 1, 2)
    if (!(second < 60)) return undefined
    at += 3
    const end = fractionEnd(text, at)
    micros += second * MICROS_PER_SECOND + fractionMicros(text, at + 1, end)
    at = end
  }
  const offset = parseOffset(text, at)
  return offset === undefined ? undefined : micros - offset
}

/** Where the fraction that starts at `from` ends; `from` itself when there is none. */
function fractionEnd(text: string, from: number): number {
  if (text[from] !== '.' && text[from] !== ',') return from
  let end = from + 1
  while (isDigit(text.charCodeAt(end))) end++
  return end > from + 1 ? end : from
}

function fractionMicros(text: string, from: number, end: number): number {
  let micros = 0
  for (let at = from; at < from + 6; at++) micros = micros * 10 + (at < end ? text.charCodeAt(at) - 48 : 0)
  return micros
}

/** `Z`, nothing, `±HH`, `±HHMM` or `±HH:MM` up to the end of the text, as microseconds ahead of UTC. */
function parseOffset(text: string, from: number): Micros | undefined {
  const sign = text[from]
  if (sign === undefined) return 0
  if (sign === 'Z' || sign === 'z') return text.length === from + 1 ? 0 : undefined
  if (sign !== '+' && sign !== '-') return undefined
  const hours = digits(text, from + 1, 2)
  const minutesAt = text.charCodeAt(from + 3) === COLON ? from + 4 : from + 3
  const minutes = text.length === from + 3 ? 0 : digits(text, minutesAt, 2)
  const complete = text.length === from + 3 || text.length === minutesAt + 2
  if (!complete || !(hours < 24 && minutes < 60)) return undefined
  const ahead = (hours * 60 + minutes) * 60 * MICROS_PER_SECOND
  return sign === '-' ? -ahead : ahead
}

/** NaN unless all `count` characters are digits. */
function digits(text: string, from: number, count: number): number {
  let value = 0
  for (let at = from; at < from + count; at++) {
    const code = text.charCodeAt(at)
    if (!isDigit(code)) return Number.NaN
    value = value * 10 + code - 48
  }
  return value
}

const isDigit = (code: number): boolean => code >= 48 && code <= 57

function daysInMonth(year: number, month: number): number {
  if (month === 2) return isLeap(year) ? 29 : 28
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31
}

const isLeap = (year: number): boolean => year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)

/** Counts in years that start in March, so that the leap day comes last and needs no exception. */
function daysSinceEpoch(year: number, month: number, day: number): number {
  const marchYear = month > 2 ? year : year - 1
  const leapDays = Math.floor(marchYear / 4) - Math.floor(marchYear / 100) + Math.floor(marchYear / 400)
  const dayOfMarchYear = Math.floor((153 * ((month + 9) % 12) + 2) / 5) + day - 1
  return marchYear * 365 + leapDays + dayOfMarchYear - DAYS_BEFORE_EPOCH
}

const DAYS_BEFORE_EPOCH = 719_468
