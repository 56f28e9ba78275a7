import { ServiceError } from './errors.ts'
import { MICROS_PER_DAY, type Micros } from './time.ts'

const RETENTION_DAYS_MAX = 36_500

/** Refuses less than a day, and more than a hundred years. */
export function checkRetentionDays(days: number): void {
  if (days >= 1 && days <= RETENTION_DAYS_MAX) return
  throw new ServiceError(
    'invalid_request',
    `retention_days must be from 1 to ${RETENTION_DAYS_MAX}, and is ${days}`,
  )
}

/** Calls that started before this have been kept for so many days. */
export const outlivedBefore = (days: number, now: Micros): Micros => now - days * MICROS_PER_DAY
