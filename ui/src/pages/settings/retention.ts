import { pluralize } from '../../format/number.ts'
import { DAY_MS, formatDateTime } from '../../format/time.ts'

const DAYS_MAX = 36_500

/** Days entered in a field: null for forever, undefined if invalid. */
export function daysOf(text: string): number | null | undefined {
  if (text.trim() === '') return null
  const days = Number(text)
  return Number.isInteger(days) && days >= 1 && days <= DAYS_MAX ? days : undefined
}

/** Start time before which calls expire, rounded to the hour to keep the query key stable. */
export function cutoff(days: number, now: Date): Date {
  const hour = DAY_MS / 24
  return new Date(Math.floor(now.getTime() / hour) * hour - days * DAY_MS)
}

export interface Expired {
  readonly calls: number
  readonly agent_spans: number
}

/** A removal that the server holds until a user confirms it. */
export interface HeldRemoval extends Expired {
  readonly held_at: string
}

/** `3 calls and 1 agent span`; leaves out zero counts. */
export function expiredText({ calls, agent_spans }: Expired): string {
  const parts = [
    ...(calls > 0 || agent_spans === 0 ? [pluralize(calls, 'call')] : []),
    ...(agent_spans > 0 ? [pluralize(agent_spans, 'agent span')] : []),
  ]
  return parts.join(' and ')
}

export function heldRemovalText(removal: HeldRemoval, days: number): string {
  const { held_at } = removal
  return (
    `Nothing was removed: by the server's clock (${formatDateTime(new Date(held_at))}), ${expiredText(removal)} started more than ` +
    `${pluralize(days, 'day')} ago, a large part of this project, and the clock had moved on by more than a day since ` +
    'the last removal. Check that the clock is right before you remove them.'
  )
}
