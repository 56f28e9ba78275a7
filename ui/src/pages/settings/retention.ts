const DAY_MS = 86_400_000
const DAYS_MAX = 36_500

/** The days a field says: null for ever, undefined while it says nothing that can be kept. */
export function daysOf(text: string): number | null | undefined {
  if (text.trim() === '') return null
  const days = Number(text)
  return Number.isInteger(days) && days >= 1 && days <= DAYS_MAX ? days : undefined
}

/** What started before this is too old; by the hour, so that asking again gives the same answer. */
export function cutoff(days: number, now: Date): Date {
  const hour = DAY_MS / 24
  return new Date(Math.floor(now.getTime() / hour) * hour - days * DAY_MS)
}
